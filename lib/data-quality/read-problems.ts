import "server-only";
import { dayInLondon } from "../dates.ts";
import type { ReadContext } from "../http/route.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { log } from "../log.ts";
import { castMemberDetails } from "../resources/cast-members/schema.ts";
import { resourceAt } from "../resources/resources.ts";
import { readConsistently } from "../snapshots/queries.ts";
import { mapYielding } from "../yielding.ts";
import { findProblems, type FoundProblem } from "./find-problems.ts";
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
import type { Snooze } from "./schema.ts";
import { ruleNames, type ProblemRule } from "./terms.ts";

/** The problems of one version of the data on one day. */
interface Checked {
  key: string;
  problems: Promise<readonly FoundProblem[]>;
}

export interface ListedProblem {
  problem: FoundProblem;
  snooze: Snooze | null;
}

const checked = new WeakMap<Infrastructure, Checked>();
/** The counts that an instance has written last. */
const written = new WeakMap<Infrastructure, string>();

/** The current problems with their snoozes. Writes the day's counts when they have changed. */
export async function readProblems(context: ReadContext): Promise<ListedProblem[]> {
  const { infrastructure, versions } = context;
  const today = dayInLondon(infrastructure.now());
  const found = await currentProblems(context, today);
  const snoozes = new Map((await listSnoozes(infrastructure.database, today)).map((row) => [keyOf(row), row]));
  const listed = await mapYielding(found, (problem): ListedProblem => {
    const row = snoozes.get(keyOf(problem));
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
export function keyOf({ rule, resource, record_id }: ProblemKey): string {
  return JSON.stringify([rule, resource, record_id]);
}

/** Checks each version of the data once a day, also when several ask at the same time. */
function currentProblems({ infrastructure, versions }: ReadContext, today: string): Checked["problems"] {
  const check = async () => findProblems(await readData(infrastructure), today);
  if (!versions) return check();
  const key = `${versions.data} ${today}`;
  const before = checked.get(infrastructure);
  if (before?.key === key) return before.problems;
  const now: Checked = { key, problems: check() };
  checked.set(infrastructure, now);
  now.problems.catch(() => {
    if (checked.get(infrastructure) === now) checked.delete(infrastructure);
  });
  return now.problems;
}

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

/** The rows as of one moment. The schemas parsed their fields when they were written. */
async function readData({ database: { prisma } }: Infrastructure): Promise<RuleData> {
  const rowsOf = (path: keyof RuleData) => resourceAt(path).repository.rows;
  const [shows, theatres, people, roles, productions, castMembers] = await readConsistently(prisma, [
    rowsOf("shows"),
    rowsOf("theatres"),
    rowsOf("people"),
    rowsOf("roles"),
    rowsOf("productions"),
    rowsOf("cast-members"),
  ]);
  return {
    shows: shows as unknown as KnownShow[],
    theatres: theatres as unknown as KnownTheatre[],
    people: people as unknown as KnownPerson[],
    roles: roles as unknown as KnownRole[],
    productions: productions as unknown as KnownProduction[],
    "cast-members": await mapYielding(castMembers as unknown as KnownCastMember[], withAllMembers),
  };
}

const { engagements: engagementsSchema } = castMemberDetails.shape;

/** `jsonb` lacks the members that a statement in SQL left out; the schema has them. */
function withAllMembers(row: KnownCastMember): KnownCastMember {
  if (row.engagements.length === 0) return row;
  return { ...row, engagements: engagementsSchema.safeParse(row.engagements).data ?? row.engagements };
}
