import "server-only";
import { validationError } from "../../http/body.ts";
import { loggedRecords } from "../../records/log-step.ts";
import { Representation } from "../../catalogue/representation.ts";
import { AppError } from "../../core/errors.ts";
import { createYielder } from "../../core/yielding.ts";
import type { ChangeEvaluation } from "./evaluate-change.ts";
import type { BulkResult } from "./make-changes.ts";
import { joinPath } from "./parts.ts";
import {
  maxResultBytes,
  maxIssuesPerResult,
  type ChangeOutcome,
  type ChangesResult,
  type Outcome,
} from "./schema.browser.ts";

/** The 400 of a list with invalid changes; 409 or 412 when those are the only failures. */
export function refuseAll(evaluations: readonly ChangeEvaluation[]): AppError {
  const refused = evaluations.flatMap(({ refusal }, index) => (refusal ? [{ ...refusal, index }] : []));
  const codes = new Set(refused.map(({ code }) => code));
  const [only] = codes;
  const code = codes.size === 1 && (only === "conflict" || only === "precondition_failed") ? only : "invalid";
  const issues = refused.flatMap(({ index, issues }) =>
    issues.map(({ path, message }) => ({ path: joinPath(`changes.${index}`, path), message })),
  );
  const unnamed = refused.reduce((sum, one) => sum + one.unnamed, 0);
  return new AppError(code, {
    message: `${refused.length} of ${evaluations.length} changes can't be made. Nothing was changed.`,
    members: { issues: issues.slice(0, maxIssuesPerResult), issue_count: issues.length + unnamed },
  });
}

/**
 * The response body, serialised in parts: a dry run of thousands has megabytes.
 *
 * @throws AppError 400 when it would exceed 128 MiB.
 */
export async function resultBody(made: BulkResult, isDryRun: boolean): Promise<Representation> {
  const counts: Record<Outcome, number> = { created: 0, changed: 0, unchanged: 0, deleted: 0, refused: 0 };
  const turn = createYielder();
  const parts: Buffer[] = [];
  let bytes = 0;
  for (const [index, evaluation] of made.evaluations.entries()) {
    counts[evaluation.outcome] += 1;
    const part = Buffer.from(
      `${index === 0 ? "" : ","}${JSON.stringify(outcomeOf(evaluation, index, isDryRun ? made.today : null))}`,
    );
    bytes += part.length;
    if (bytes > maxResultBytes)
      throw validationError([{ path: "changes", message: `The response would exceed ${maxResultBytes} bytes.` }]);
    parts.push(part);
    await turn();
  }
  const head: Omit<ChangesResult, "changes"> = {
    dry_run: isDryRun,
    change_id: made.changeId,
    activity_id: made.activityId === null ? null : String(made.activityId),
    counts,
  };
  const opening = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"changes":[`);
  return new Representation(Buffer.concat([opening, ...parts, Buffer.from("]}")]));
}

function outcomeOf(evaluation: ChangeEvaluation, index: number, today: string | null): ChangeOutcome {
  const { outcome, id, resource, refusal } = evaluation;
  const [before, after] =
    resource && today !== null ? loggedRecords(resource, evaluation.before, evaluation.after, today) : [];
  return {
    index,
    outcome,
    id,
    ...(refusal ? { issues: refusal.issues } : {}),
    ...(before === undefined ? {} : { before, after }),
  };
}
