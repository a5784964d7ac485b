import "server-only";
import { createHash } from "node:crypto";
import { ascending, sortBy } from "../../core/sort.ts";
import { createYielder, mapYielding } from "../../core/yielding.ts";
import { castRules } from "./cast-rules.ts";
import { duplicateRules } from "./duplicate-rules.ts";
import { recordRules } from "./record-rules.ts";
import { createRuleContext, type RuleContext, type RuleReader, type Finding, type Rule } from "./rule.ts";
import { runRules } from "./run-rules.ts";
import type { DataProblem } from "./schema.browser.ts";
import { problemRules, ruleNames, type ProblemRule } from "./terms.browser.ts";
import { theatreRules } from "./theatre-rules.ts";
import { dayInLondon } from "../../core/dates.ts";
import type { ReadContext } from "../../http/route.ts";
import { listSnoozes, type ProblemKey } from "./snooze-queries.ts";

/** A problem before it is known whether it is snoozed. */
export type RuleProblem = Omit<DataProblem, "snooze">;

const all: Readonly<Record<ProblemRule, Rule | readonly Rule[]>> = {
  ...castRules,
  ...duplicateRules,
  ...recordRules,
  ...runRules,
  ...theatreRules,
};

/**
 * The problems by urgency: contradictions first, then in the order of the rules; of each rule those of tonight's
 * productions first, of which those that close first. Yields to the event loop.
 */
export async function findProblems(read: RuleReader): Promise<RuleProblem[]> {
  const turn = createYielder();
  const context = await createRuleContext(read);
  const found: ReturnType<typeof concern>[] = [];
  for (const name of ruleNames) {
    for (const rule of [all[name]].flat()) {
      for (const { record, finding } of rule.check(context)) {
        if (finding) found.push(concern(name, rule, record, finding, context));
        await turn();
      }
    }
  }
  const sorted = await sortBy(found, [
    ascending(({ problem }) => (problem.severity === "contradiction" ? 0 : 1)),
    ascending(({ problem }) => ruleNames.indexOf(problem.rule)),
    ascending(({ problem }) => (problem.is_on ? 0 : 1)),
    ascending(({ closing }) => closing),
    ascending(({ problem }) => problem.name.toLowerCase()),
    ascending(({ problem }) => problem.record_id),
  ]);
  return sorted.map(({ problem }) => problem);
}

function concern(
  rule: ProblemRule,
  { resource }: Rule,
  record: { readonly id: string },
  finding: Finding,
  context: RuleContext,
) {
  const { find } = context;
  const { message, detail, fields = [], related = [], fixes = [], decisions = [], facts } = finding;
  const production = resource === "productions" ? find("productions", record.id) : undefined;
  const productions = [production ?? [], finding.productions ?? []].flat();
  const theatre = resource === "theatres" ? find("theatres", record.id) : undefined;
  const houses = productions.flatMap(({ theatre_id }) => find("theatres", theatre_id) ?? []);
  const theatres = [theatre ?? [], finding.theatres ?? [], houses].flat();
  // Of a theatre's productions those in question decide.
  const runs = theatre && !finding.productions ? context.where("productions", "theatre_id", theatre.id) : [];
  const closings = productions.filter(context.isRunning).flatMap(({ closing_date }) => closing_date ?? []);
  return {
    /** The first closing date of the productions that run today. */
    closing: closings.toSorted()[0] ?? null,
    problem: {
      rule,
      ...context.referenceTo(resource, record),
      ...(detail !== undefined && { detail }),
      severity: problemRules[rule].severity,
      message,
      fields,
      related,
      fixes,
      decisions,
      is_on: [...productions, ...runs].some(context.isRunning),
      theatres: [...new Map(theatres.map(({ id, name }) => [id, { id, name }])).values()],
      facts: fingerprint(facts),
    },
  };
}

/** Short enough to be sent back with every snooze. */
const fingerprintCharacters = 16;

function fingerprint(facts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, fingerprintCharacters);
}

export async function readProblems(context: ReadContext): Promise<DataProblem[]> {
  const { infrastructure } = context;
  const today = dayInLondon(infrastructure.now());
  const found = await currentProblems(context);
  const snoozes = new Map((await listSnoozes(infrastructure.database, today)).map((row) => [problemKeyOf(row), row]));
  return mapYielding(found, (problem): DataProblem => {
    const row = snoozes.get(problemKeyOf(problem));
    if (!row || row.facts !== problem.facts) return { ...problem, snooze: null };
    const { until, reason, at, account_id: id, account_name: name } = row;
    return { ...problem, snooze: { until, reason, at, account: id === null || name === null ? null : { id, name } } };
  });
}

/** By rule, in the order of the rules, without snoozed problems. */
export function countProblems(problems: readonly DataProblem[]): Record<ProblemRule, number> {
  const counts = new Map(ruleNames.map((rule) => [rule, 0]));
  for (const { rule, snooze } of problems) if (snooze === null) counts.set(rule, (counts.get(rule) ?? 0) + 1);
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
