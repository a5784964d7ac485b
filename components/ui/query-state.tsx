import type { ApiError } from "@/lib/client/client";
import { SignInAgain } from "./sign-in-again";
import { Skeleton } from "./skeleton";
import { ErrorNotice } from "./error-notice";

interface Props {
  query: { data: unknown; error: ApiError | null; refetch(): unknown };
  /** Of the skeleton. */
  lines: number;
  /** What is said while it loads. */
  label: string;
  /** What could not be done, where that is so. */
  title: string;
  /** What to do about it, where the error does not say so itself. */
  text?: string | undefined;
  className?: string;
}

/**
 * What stands in the place of a query's data until they are there: a skeleton, or why there are none and the way on:
 * another sign-in where the session is over, else another try.
 */
export function QueryState({
  query: { data, error, refetch },
  lines,
  label,
  title,
  text,
  className = "rounded border border-line",
}: Props) {
  if (data !== undefined) return null;
  if (!error) return <Skeleton lines={lines} label={label} />;
  const requestId = error.answer?.requestId;
  if (error.answer?.status === 401)
    return (
      <ErrorNotice title={title} text={sessionEndedMessage} requestId={requestId} className={className}>
        <SignInAgain />
      </ErrorNotice>
    );
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

/** Of a session that is over. */
export const sessionEndedMessage = "Your session has ended.";
