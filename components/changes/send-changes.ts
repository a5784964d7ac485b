import { type ApiError, sendForLines, writeLimitMilliseconds } from "@/lib/client/client";
import type { ChangesResult, RequestedChange } from "@/lib/changes/schema";

export interface Progress {
  done: number;
  of: number;
}

interface Options {
  isDryRun?: boolean;
  /** Told how far it is, from time to time. */
  onProgress?: (progress: Progress) => void;
  /** Ends the wait. */
  signal?: AbortSignal;
}

/** More than that are an import, which tells how far it is and may take minutes to send. */
const maxTimedChanges = 1_000;

/**
 * Many changes as one: all of them or none.
 *
 * @throws ApiError when one is refused; its `issues` have paths like `changes.3.data.name`.
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

/** What is wrong with each change, by its place in the list. */
export function issuesByChange({ issues }: ApiError): ReadonlyMap<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { path, message } of issues) {
    const [, place = "", field = ""] = /^changes\.(\d+)(?:\.(?:data\.)?(.*))?$/.exec(path) ?? [];
    const index = place === "" ? -1 : Number(place);
    found.set(index, [...(found.get(index) ?? []), field === "" ? message : `${field} ${message}`]);
  }
  return found;
}
