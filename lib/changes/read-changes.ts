import "server-only";
import { z } from "zod";
import { inspect, invalid, mostBodyBytes, readJson } from "../http/body.ts";
import type { Call } from "../http/route.ts";
import { turnTaker } from "../yielding.ts";
import { inBrief, inspectChange, problemsOf, type Asked } from "./inspect-change.ts";
import { changesRequest, mostChangesBytes, mostIssues } from "./schema.ts";
import { parseJson, takeApart } from "./split-json.ts";

/** The body without its changes, which are read one by one. */
const envelope = changesRequest.extend({ changes: z.array(z.unknown()) });

/**
 * Reads the changes of a request's body, each checked by itself. Once 1,000 issues are known, only the first issue of
 * each further change is kept, because a body could contain millions.
 *
 * @throws AppError 413, 415, or 400 when the body as a whole is invalid.
 */
export async function readChanges(call: Call): Promise<{ changes: Asked[]; isDryRun: boolean }> {
  const turn = turnTaker();
  const { root, elements } = await takeApart(await readJson(call, mostChangesBytes));
  if (typeof root !== "object" || root === null || Array.isArray(root))
    throw invalid([{ path: "", message: "The body is not a JSON object." }]);
  const { problems, input } = inspect({ ...root }, envelope);
  if (!input) throw invalid(problems);
  const pieces = elements(input.changes);
  const tooLarge = pieces.flatMap(({ length }, index) => (length > mostBodyBytes ? [index] : []));
  if (tooLarge.length > 0)
    throw invalid(
      tooLarge.map((index) => ({ path: `changes.${index}`, message: `must have at most ${mostBodyBytes} bytes` })),
    );
  await turn();
  const changes: Asked[] = [];
  let issues = 0;
  for (const piece of pieces) {
    const asked = inspectChange(parseJson(piece));
    changes.push(issues < mostIssues ? asked : inBrief(asked));
    issues += problemsOf(asked).length;
    await turn();
  }
  return { changes, isDryRun: input.dry_run === true };
}
