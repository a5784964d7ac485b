import type { RequestError } from "@/lib/http/client/client.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { isDayUsedUp, sessionEndedMessage } from "@/lib/http/client/daily-limit.browser";
import { SignInAgain, ErrorNotice } from "./error-notice";
import { Skeleton, type SkeletonShape } from "./skeleton";

interface Props {
  query: { data?: unknown; error: RequestError | null; refetch(): unknown };
  /** What it loads, as in “Loading your keys…” and “Your keys can’t be loaded”. */
  what: string;
  /** The number of lines of the skeleton. */
  lines: number;
  shape?: SkeletonShape;
  /** Announced while it loads, and the title of the error, where these say more. */
  label?: string;
  title?: string;
  className?: string;
}

/**
 * Shown in place of a query's data: a skeleton while it loads, or the error with a retry button. When the session has
 * ended there is a sign-in link in its place; when the day's requests are used up, nothing, because no retry can help.
 */
export function QueryState({
  query: { data, error, refetch },
  what,
  lines,
  shape = "text",
  label = `Loading ${what}…`,
  title = `${capitalised(what)} can’t be loaded`,
  className = "rounded border border-line",
}: Props) {
  if (data !== undefined) return null;
  if (!error) return <Skeleton shape={shape} lines={lines} label={label} />;
  const { isSessionOver, message, response } = error;
  const isUsedUp = !isSessionOver && isDayUsedUp(response);
  return (
    <ErrorNotice
      title={title}
      text={isSessionOver ? sessionEndedMessage : message}
      requestId={isUsedUp ? null : response?.requestId}
      retry={isSessionOver || isUsedUp ? undefined : () => void refetch()}
      className={className}
    >
      {isSessionOver && <SignInAgain />}
    </ErrorNotice>
  );
}
