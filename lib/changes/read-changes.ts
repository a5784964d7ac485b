import "server-only";
import { z } from "zod";
import { validateObject, validationError, maxBodyBytes, readJsonBody } from "../http/body.ts";
import type { HttpRequest } from "../http/route.ts";
import { createYielder } from "../yielding.ts";
import { withFirstProblemOnly, validateChange, changeProblems, type InspectedChange } from "./inspect-change.ts";
import { changesRequest, maxChangesBytes, maxIssuesPerResult } from "./schema.ts";
import { parseJson, splitJson } from "./split-json.ts";

/** The body without its changes, which are read one by one. */
const envelope = changesRequest.extend({ changes: z.array(z.unknown()) });

/**
 * Reads the changes of a request's body, each checked by itself. Once 1,000 issues are known, only the first issue of
 * each further change is kept, because a body could contain millions.
 *
 * @throws AppError 413, 415, or 400 when the body as a whole is invalid.
 */
export async function readChanges(request: HttpRequest): Promise<{ changes: InspectedChange[]; isDryRun: boolean }> {
  const turn = createYielder();
  const { root, elements } = await splitJson(await readJsonBody(request, maxChangesBytes));
  if (typeof root !== "object" || root === null || Array.isArray(root))
    throw validationError([{ path: "", message: "The body is not a JSON object." }]);
  const { issues: problems, input } = validateObject({ ...root }, envelope);
  if (!input) throw validationError(problems);
  const pieces = elements(input.changes);
  const tooLarge = pieces.flatMap(({ length }, index) => (length > maxBodyBytes ? [index] : []));
  if (tooLarge.length > 0)
    throw validationError(
      tooLarge.map((index) => ({ path: `changes.${index}`, message: `must have at most ${maxBodyBytes} bytes` })),
    );
  await turn();
  const changes: InspectedChange[] = [];
  let issues = 0;
  for (const piece of pieces) {
    const asked = validateChange(parseJson(piece));
    changes.push(issues < maxIssuesPerResult ? asked : withFirstProblemOnly(asked));
    issues += changeProblems(asked).length;
    await turn();
  }
  return { changes, isDryRun: input.dry_run === true };
}
