import "server-only";
import { z } from "zod";
import { AppError } from "../../core/errors.ts";
import { maxBodyBytes, parseObject, readJsonBody, validateObject, validationError } from "../../http/body.ts";
import type { HttpRequest } from "../../http/route.ts";
import { createYielder } from "../../core/yielding.ts";
import { withFirstProblemOnly, validateChange, changeProblems, type InspectedChange } from "./inspect-change.ts";
import { batchLimits, maxChanges, maxChangesBytes } from "./limits.browser.ts";
import { changesRequest, maxIssuesPerResult, tooManyChanges } from "./schema.browser.ts";

/** The body without the content of its changes, which are validated one by one. */
const envelope = changesRequest.extend({ changes: z.array(z.unknown()).max(maxChanges, tooManyChanges) });

/**
 * Reads the changes of a request's body, each checked by itself. Once 1,000 issues are known, only the first issue of
 * each further change is kept, because a body could contain millions.
 *
 * @throws AppError 413, 415, or 400 when the body as a whole is invalid.
 */
export async function readChanges(request: HttpRequest): Promise<{ changes: InspectedChange[]; isDryRun: boolean }> {
  const { issues: problems, input } = validateObject(parseObject(await readBatch(request)), envelope);
  if (!input) throw validationError(problems);
  const turn = createYielder();
  const tooLarge: number[] = [];
  for (const [index, change] of input.changes.entries()) {
    if (Buffer.byteLength(JSON.stringify(change)) > maxBodyBytes) tooLarge.push(index);
    await turn();
  }
  if (tooLarge.length > 0)
    throw validationError(
      tooLarge.map((index) => ({ path: `changes.${index}`, message: `must have at most ${maxBodyBytes} bytes` })),
    );
  return { changes: await inspectChanges(input.changes), isDryRun: input.dry_run === true };
}

/** Checks each change by itself. Once 1,000 issues are known, only the first issue of each further change is kept. */
export async function inspectChanges(sent: readonly unknown[]): Promise<InspectedChange[]> {
  const turn = createYielder();
  const changes: InspectedChange[] = [];
  let issues = 0;
  for (const one of sent) {
    const asked = validateChange(one);
    changes.push(issues < maxIssuesPerResult ? asked : withFirstProblemOnly(asked));
    issues += changeProblems(asked).length;
    await turn();
  }
  return changes;
}

async function readBatch(request: HttpRequest): Promise<Buffer> {
  try {
    return await readJsonBody(request, maxChangesBytes);
  } catch (error) {
    throw error instanceof AppError && error.code === "content_too_large" ? batchTooLarge() : error;
  }
}

export function batchTooLarge(): AppError {
  return new AppError("content_too_large", { message: `A batch has ${batchLimits}. Split the batch.` });
}
