import type { ApiError } from "@/lib/client/client";
import { isDayUsedUp } from "@/lib/client/daily-limit";
import { SignInAgain } from "./sign-in-again";
import { Skeleton, type SkeletonShape } from "./skeleton";
import { ErrorNotice } from "./error-notice";

interface Props {
  query: { data: unknown; error: ApiError | null; refetch(): unknown };
  /** The number of lines of the skeleton. */
  lines: number;
  shape?: SkeletonShape;
  /** Announced while it loads. */
  label: string;
  /** The title of the error. */
  title: string;
  /** What to do about it, if the error doesn't say so itself. */
  text?: string | undefined;
  className?: string;
}

/**
 * Shown in place of a query's data: a skeleton while it loads, or the error with a retry button. When the session has
 * ended there is a sign-in link in its place; when the day's requests are used up, nothing, because no retry can help.
 */
export function QueryState({
  query: { data, error, refetch },
  lines,
  shape = "text",
  label,
  title,
  text,
  className = "rounded border border-line",
}: Props) {
  if (data !== undefined) return null;
  if (!error) return <Skeleton shape={shape} lines={lines} label={label} />;
  const requestId = error.answer?.requestId;
  if (error.answer?.status === 401)
    return (
      <ErrorNotice title={title} text={sessionEndedMessage} requestId={requestId} className={className}>
        <SignInAgain />
      </ErrorNotice>
    );
  if (isDayUsedUp(error.answer)) return <ErrorNotice title={title} text={error.message} className={className} />;
  return (
    <ErrorNotice
      title={title}
      text={text ?? error.message}
      requestId={requestId}
      retry={() => void refetch()}
      className={className}
    />
  );
}

/** Shown when the session has ended. */
export const sessionEndedMessage = "Your session has ended.";
