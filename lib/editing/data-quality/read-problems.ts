import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { dayInLondon } from "../../core/dates.ts";
import type { ReadContext } from "../../http/route.ts";
import { paths } from "../../resources/resource-views.browser.ts";
import { ascending, sortBy } from "../../core/sort.ts";
import { mapYielding } from "../../core/yielding.ts";
import { findProblems, type RuleProblem } from "./find-problems.ts";
import { listSnoozes, type ProblemKey } from "./queries.ts";
import type {
  KnownCastMember,
  KnownPerson,
  KnownProduction,
  KnownRole,
  KnownShow,
  KnownTheatre,
  RuleData,
} from "./rule-data.ts";
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

/** The records of one moment, in the order of their ids. The schemas parsed their fields when they were written. */
async function readData(read: CatalogueReader): Promise<RuleData> {
  const lists = new Map(paths.map((path) => [path, [...read.list(path)]]));
  const recordsOf = async <Known>(path: keyof RuleData): Promise<Known[]> => {
    const rows = await sortBy(lists.get(path) ?? [], [ascending(({ id }: Row) => id)]);
    return mapYielding(rows, ({ record, details, sources }) => ({ ...record, ...details, ...sources }) as Known);
  };
  return {
    shows: await recordsOf<KnownShow>("shows"),
    theatres: await recordsOf<KnownTheatre>("theatres"),
    people: await recordsOf<KnownPerson>("people"),
    roles: await recordsOf<KnownRole>("roles"),
    productions: await recordsOf<KnownProduction>("productions"),
    "cast-members": await recordsOf<KnownCastMember>("cast-members"),
  };
}
