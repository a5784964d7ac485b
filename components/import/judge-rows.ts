import { sendChanges, type Progress } from "@/components/changes/send-changes";
import type { ChangeOutcome, RequestedChange } from "@/lib/changes/schema";
import { changesToJudge, type RowOptions } from "./row-options";

/** The alternatives of a file's rows may be more than one request may have. */
const maxAlternatives = 10_000;

/**
 * The outcome of each change that a row may cause, by dry runs: one of the whole import as it is preset, then others of
 * the alternatives.
 *
 * @throws ApiError when a dry run is refused.
 */
export async function judgeRows(
  rows: readonly RowOptions[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ReadonlyMap<RequestedChange, ChangeOutcome>> {
  const [preset, others] = changesToJudge(rows);
  const outcomes = new Map<RequestedChange, ChangeOutcome>();
  for (const changes of [preset, ...partsOf(others, maxAlternatives)]) {
    if (changes.length === 0) continue;
    const judged = await sendChanges(changes, { isDryRun: true, onProgress, signal });
    for (const outcome of judged.changes) {
      const change = changes[outcome.index];
      if (change) outcomes.set(change, outcome);
    }
  }
  return outcomes;
}

function partsOf<One>(list: readonly One[], length: number): One[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, part) =>
    list.slice(part * length, (part + 1) * length),
  );
}
