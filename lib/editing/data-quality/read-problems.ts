import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { dayInLondon } from "../../core/dates.ts";
import type { ReadContext } from "../../http/route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { log } from "../../core/log.ts";
import { paths } from "../../resources/resource-views.browser.ts";
import { ascending, sortBy } from "../../core/sort.ts";
import { mapYielding } from "../../core/yielding.ts";
import { findProblems, type RuleProblem } from "./find-problems.ts";
import { listSnoozes, saveCounts, type ProblemKey, type RuleCounts } from "./queries.ts";
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

/** The counts that an instance has written last. */
const written = new WeakMap<Infrastructure, string>();

/** The current problems with their snoozes. Writes the day's counts when they have changed. */
export async function readProblems(context: ReadContext): Promise<ListedProblem[]> {
  const { infrastructure, versions } = context;
  const today = dayInLondon(infrastructure.now());
  const found = await currentProblems(context);
  const snoozes = new Map((await listSnoozes(infrastructure.database, today)).map((row) => [problemKeyOf(row), row]));
  const listed = await mapYielding(found, (problem): ListedProblem => {
    const row = snoozes.get(problemKeyOf(problem));
    if (!row || row.facts !== problem.facts) return { problem, snooze: null };
    const { until, reason, at, account_id: id, account_name: name } = row;
    return { problem, snooze: { until, reason, at, account: id === null || name === null ? null : { id, name } } };
  });
  if (versions) await recordCounts(infrastructure, today, countProblems(listed), versions.data);
  return listed;
}

/** By rule, without snoozed problems. */
export function countProblems(listed: readonly ListedProblem[]): AllCounts {
  const counts = new Map<ProblemRule, number>();
  for (const { problem, snooze } of listed)
    if (snooze === null) counts.set(problem.rule, (counts.get(problem.rule) ?? 0) + 1);
  return countsByRule((rule) => counts.get(rule));
}

type AllCounts = Record<ProblemRule, number>;

/** A count for every rule, in their order. */
export function countsByRule(countOf: (rule: ProblemRule) => number | undefined): AllCounts {
  return Object.fromEntries(ruleNames.map((rule) => [rule, countOf(rule) ?? 0])) as AllCounts;
}

/** A text that no other problem has. */
export function problemKeyOf({ rule, resource, record_id }: ProblemKey): string {
  return JSON.stringify([rule, resource, record_id]);
}

/** Checked once while the data and the day are the same. */
async function currentProblems(context: ReadContext): Promise<readonly RuleProblem[]> {
  const { catalogue, derived } = context.infrastructure;
  await catalogue.reach(context.versions?.data ?? null);
  return derived.compute(
    context,
    "data problems",
    async (read) => findProblems(await readData(read), read.today),
    (problems) => problems.length * bytesOfProblem,
  );
}

const bytesOfProblem = 1_024;

/** The problems are shown even when their counts can't be written. */
async function recordCounts(
  infrastructure: Infrastructure,
  today: string,
  counts: RuleCounts,
  version: number,
): Promise<void> {
  const text = JSON.stringify([today, counts]);
  if (written.get(infrastructure) === text) return;
  written.set(infrastructure, text);
  try {
    await saveCounts(infrastructure.database, today, counts, version);
  } catch (error) {
    written.delete(infrastructure);
    log.warn({ err: error }, "The counts of data problems were not written. They will be with the next change.");
  }
}

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
