import { type RequestError, sendForLines, writeLimitMilliseconds } from "@/lib/client/client.browser";
import type { ChangesResult, RequestedChange } from "@/lib/editing/changes/schema.browser";

export interface Progress {
  done: number;
  of: number;
}

interface Options {
  isDryRun?: boolean;
  /** Called with the progress. */
  onProgress?: (progress: Progress) => void;
  /** Stops waiting. */
  signal?: AbortSignal;
}

/** Larger batches are sent as an import, which reports progress and may take minutes. */
const maxTimedChanges = 1_000;

/**
 * Sends a batch of changes: all of them are applied, or none.
 *
 * @throws RequestError when one is refused; its `issues` have paths such as `changes.3.data.name`.
 */
export async function sendChanges(
  changes: readonly RequestedChange[],
  { isDryRun = false, onProgress = () => undefined, signal }: Options = {},
): Promise<ChangesResult> {
  const limits = [
    ...(signal ? [signal] : []),
    ...(changes.length <= maxTimedChanges ? [AbortSignal.timeout(writeLimitMilliseconds)] : []),
  ];
  const body = { dry_run: isDryRun, changes };
  const answer = await sendForLines("/changes", body, (line) => onProgress(line as Progress), AbortSignal.any(limits));
  return answer.body as ChangesResult;
}

type Issues = RequestError["issues"];

/** The issues of each change, by its index, or of each row of an import, by its number, with paths that begin at the change; -1: of none. */
export function rawIssuesByChange({ issues }: RequestError): ReadonlyMap<number, Issues> {
  const found = new Map<number, Issues>();
  for (const issue of issues) {
    const [, place = "", path = ""] = /^(?:changes|rows)\.(\d+)\.?(.*)$/.exec(issue.path) ?? [];
    const index = place === "" ? -1 : Number(place);
    found.set(index, [...(found.get(index) ?? []), { ...issue, path }]);
  }
  return found;
}

/** The same in words. */
export function issuesByChange(error: RequestError): ReadonlyMap<number, string[]> {
  const inWords = ({ path, message }: Issues[number]) => `${path.replace(/^data\./, "")} ${message}`.trim();
  return new Map([...rawIssuesByChange(error)].map(([index, issues]) => [index, issues.map(inWords)]));
}
