import type { ApiError } from "@/lib/client/client";
import { Skeleton } from "./skeleton";
import { Trouble } from "./trouble";

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

/** What stands in the place of a query's data until they are there: a skeleton, or why there are none and another try. */
export function QueryState({ query: { data, error, refetch }, lines, label, title, text, className }: Props) {
  if (data !== undefined) return null;
  if (!error) return <Skeleton lines={lines} label={label} />;
  return (
    <Trouble
      title={title}
      text={text ?? error.message}
      requestId={error.answer?.requestId}
      retry={() => void refetch()}
      {...(className === undefined ? {} : { className })}
    />
  );
}
