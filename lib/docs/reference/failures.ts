import "server-only";
import { unroutedFailures } from "../../http/failures.ts";
import type { DocumentedOperation, DocumentedResponse } from "./schema.browser.ts";

interface DocumentedFailure {
  status: number;
  /** As in the body of the response. */
  error: string;
  /** Why it happens, and what to do. */
  description: string;
}

/** The failures of the operations, and of requests that reach none, each once. */
export function failuresOf(operations: DocumentedOperation[]): DocumentedFailure[] {
  const unrouted = unroutedFailures.flatMap(({ status, description, bodies }) =>
    bodies.map(({ example }) => ({ status, error: String(example["error"]), description })),
  );
  const failures = [...operations.flatMap(({ others }) => others.flatMap(failuresOfResponse)), ...unrouted];
  return [...new Map(failures.map((failure) => [JSON.stringify(failure), failure])).values()];
}

/** A response with several possible bodies describes them one after another. */
function failuresOfResponse({ status, description, content }: DocumentedResponse): DocumentedFailure[] {
  const descriptions = description.split(" Or: ");
  return (content?.examples ?? []).flatMap((example, index) => {
    const { error } = example as { error?: string };
    if (status < 400 || error === undefined) return [];
    return [{ status, error, description: descriptions[index] ?? description }];
  });
}
