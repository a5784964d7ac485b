import "server-only";
import { partialDateInWords } from "../../core/date-words.browser.ts";
import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import { capitalised } from "../../records/terms.browser.ts";
import { presenceIn, runOfProduction, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import { engagementIssues } from "../../resources/cast-members/engagement-rules.browser.ts";
import { counted } from "./duplicate-rules.ts";
import {
  castDecision,
  ruleOn,
  type Finding,
  isRunning,
  type RuleContext,
  type KnownCastMember,
  type KnownProduction,
  type RuleTable,
} from "./rule.ts";

export const castRules = {
  "production-without-cast": ruleOn("productions", (production, context) => {
    if (!isRunning(production, context) || context.where("cast-members", "production_id", production.id).length > 0)
      return null;
    return { message: "No cast listed.", facts: [], decisions: [castDecision("Add the cast…", production.id)] };
  }),

  /** After a year contracts have changed, so that a cast member without dates may have left. */
  "undated-cast": ruleOn("productions", (production, { today, where }) => {
    const { first, last } = runOfProduction(production);
    const end = last !== null && last < today ? last : today;
    if (end <= oneYearAfter(first)) return null;
    const cast = where("cast-members", "production_id", production.id);
    const undated = cast.filter(({ engagements }) => engagements.length === 0);
    if (undated.length === 0) return null;
    return {
      message: `The run is longer than a year, and ${undated.length} of ${counted(cast.length, "cast member")} have no dates.`,
      facts: undated.map(({ id }) => id).sort(),
      decisions: [castDecision("Date the cast…", production.id)],
    };
  }),

  /** A change of the production's dates can leave engagements behind. */
  "engagement-outside-run": ruleOn("cast-members", (member, context) => {
    const found = runOf(member, context);
    if (!found) return null;
    const { production, run } = found;
    const outside = member.engagements.filter((one) => isOutside(one, run, context.today));
    if (outside.length === 0) return null;
    return castFinding(member, production, {
      message: outside.map((one) => outsideInWords(one, run)).join(" "),
      facts: [run, member.engagements],
    });
  }),

  /** The rules of contract §13 that a change of the production, or the passing of a day, can break. */
  "engagements-contradict": ruleOn("cast-members", (member, context) => {
    const found = runOf(member, context);
    if (!found || member.engagements.length === 0) return null;
    const { production, run } = found;
    const within = member.engagements.filter((one) => !isOutside(one, run, context.today));
    const issues = engagementIssues(within, run, context.today);
    if (issues.length === 0) return null;
    return castFinding(member, production, {
      message: `${capitalised(within.map(daysInWords).join("; "))}: these dates contradict each other.`,
      facts: [run, member.engagements],
    });
  }),

  /** An understudy of a named role covers it. */
  "cover-of-own-role": ruleOn("cast-members", (member, context) => {
    const { role_id, role_type, covers } = member;
    const production = context.find("productions", member.production_id);
    if (!production || role_type !== "principal" || !covers.some((cover) => cover.role_id === role_id)) return null;
    const role = context.find("roles", role_id)?.name ?? "the role";
    return castFinding(member, production, {
      message: `A principal in the role of ${role} is also listed as its cover.`,
      facts: [role_id, role_type, covers],
    });
  }),
} satisfies RuleTable;

function castFinding(
  { id, role_type }: KnownCastMember,
  production: KnownProduction,
  finding: Pick<Finding, "message" | "facts">,
): Finding {
  return {
    ...finding,
    fields: ["engagements"],
    facts: [id, role_type, ...finding.facts],
    productions: [production],
    decisions: [castDecision("Edit the cast…", production.id)],
  };
}

function runOf({ production_id }: KnownCastMember, { find }: RuleContext) {
  const production = find("productions", production_id);
  return production && { production, run: runOfProduction(production) };
}

function isOutside(engagement: KnownCastMember["engagements"][number], run: RunDays, today: string): boolean {
  return presenceIn([engagement], run, today).possible.length === 0;
}

function outsideInWords({ from, to }: KnownCastMember["engagements"][number], { first, last }: RunDays): string {
  if (from !== null && last !== null && earliestDay(from) > last)
    return `Joins ${partialDateInWords(from)}, after the run ends (${partialDateInWords(last)}).`;
  if (from !== null && latestDay(from) < first)
    return `Joins ${partialDateInWords(from)}, before the run begins (${partialDateInWords(first)}).`;
  if (to !== null && latestDay(to) < first)
    return `Leaves ${partialDateInWords(to)}, before the run begins (${partialDateInWords(first)}).`;
  return "Its dates are not within the run.";
}

function daysInWords({ from, to, ended }: KnownCastMember["engagements"][number]): string {
  if (from !== null && to !== null) return `${partialDateInWords(from)} to ${partialDateInWords(to)}`;
  if (to !== null) return `until ${partialDateInWords(to)}`;
  if (from !== null) return `from ${partialDateInWords(from)}${ended ? ", has left" : ""}`;
  return ended ? "has left, dates unknown" : "dates unknown";
}

function oneYearAfter(day: string): string {
  return `${String(Number(day.slice(0, 4)) + 1).padStart(4, "0")}${day.slice(4)}`;
}
