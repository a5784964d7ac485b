import "server-only";
import { dayInLondon } from "../../core/dates.ts";
import type { ReadContext } from "../../http/route.ts";
import { mapYielding } from "../../core/yielding.ts";
import { findProblems, type RuleProblem } from "./find-problems.ts";
import { listSnoozes, type ProblemKey } from "./queries.ts";
import type { Snooze } from "./schema.browser.ts";
import { ruleNames, type ProblemRule } from "./terms.browser.ts";

export interface ListedProblem {
  problem: RuleProblem;
  snooze: Snooze | null;
}

/** The current problems with their snoozes. */
export async function readProblems(context: ReadContext): Promise<ListedProblem[]> {
  const { infrastructure } = context;
  const today = dayInLondon(infrastructure.now());
  const found = await currentProblems(context);
  const snoozes = new Map((await listSnoozes(infrastructure.database, today)).map((row) => [problemKeyOf(row), row]));
  return mapYielding(found, (problem): ListedProblem => {
    const row = snoozes.get(problemKeyOf(problem));
    if (!row || row.facts !== problem.facts) return { problem, snooze: null };
    const { until, reason, at, account_id: id, account_name: name } = row;
    return { problem, snooze: { until, reason, at, account: id === null || name === null ? null : { id, name } } };
  });
}

/** By rule, in the order of the rules, without snoozed problems. */
export function countProblems(listed: readonly ListedProblem[]): Record<ProblemRule, number> {
  const counts = new Map(ruleNames.map((rule) => [rule, 0]));
  for (const { problem, snooze } of listed)
    if (snooze === null) counts.set(problem.rule, (counts.get(problem.rule) ?? 0) + 1);
  return Object.fromEntries(counts) as Record<ProblemRule, number>;
}

/** A text that no other problem has. */
export function problemKeyOf({ rule, resource, record_id }: ProblemKey): string {
  return JSON.stringify([rule, resource, record_id]);
}

/** Checked once while the data and the day are the same. */
async function currentProblems(context: ReadContext): Promise<readonly RuleProblem[]> {
  const { catalogue, derived } = context.infrastructure;
  await catalogue.reach(context.versions?.data ?? null);
  return derived.compute(context, "data problems", findProblems, (problems) => problems.length * bytesOfProblem);
}

const bytesOfProblem = 1_024;
