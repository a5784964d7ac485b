import "server-only";
import { partialDateInWords } from "../../core/date-words.browser.ts";
import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import { capitalised } from "../../records/terms.browser.ts";
import { presenceIn, runOfProduction, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import { engagementIssues } from "../../resources/cast-members/engagement-rules.browser.ts";
import type { Job } from "../../resources/crew-members/terms.browser.ts";
import { lastVerified } from "./run-rules.ts";
import { castDecision, ruleOn, type KnownCastMember, type KnownProduction, type RuleTable } from "./rule.ts";
import { counted } from "./terms.browser.ts";

/* Who is in a production, and who made it. Those of a production that runs: contract §28. */

type Engagement = KnownCastMember["engagements"][number];

const staleMonths = 18;

export const castRules = {
  "production-without-cast": ruleOn("productions", (production, context) => {
    if (!context.isRunning(production) || context.where("cast-members", "production_id", production.id).length > 0)
      return null;
    return { message: "No cast listed.", facts: [], decisions: [castDecision("Add the cast…", production.id)] };
  }),

  /** After a year contracts have changed, so that a cast member without dates may have left. */
  "undated-cast": ruleOn("productions", (production, { today, where }) => {
    const { first, last } = runOfProduction(production);
    const end = last !== null && last < today ? last : today;
    if (monthsBefore(end, 12) <= first) return null;
    const cast = where("cast-members", "production_id", production.id);
    const undated = cast.filter(({ engagements }) => engagements.length === 0);
    if (undated.length === 0) return null;
    return {
      message: `The run is longer than a year, and ${undated.length} of ${counted(cast.length, "cast member")} have no dates.`,
      facts: undated.map(({ id }) => id).sort(),
      decisions: [castDecision("Date the cast…", production.id, "?change-of-cast")],
    };
  }),

  /** A change of the production's dates can leave engagements behind. */
  "engagement-outside-run": engagementRule(({ engagements }, run, today) =>
    engagements
      .filter((one) => isOutside(one, run, today))
      .map((one) => outsideInWords(one, run))
      .join(" "),
  ),

  /** The rules of contract §13 that a change of the production, or the passing of a day, can break. */
  "engagements-contradict": engagementRule(({ engagements }, run, today) => {
    const within = engagements.filter((one) => !isOutside(one, run, today));
    if (engagementIssues(within, run, today).length === 0) return "";
    return `${capitalised(within.map(daysInWords).join("; "))}: these dates contradict each other.`;
  }),

  "cover-of-own-role": ruleOn("cast-members", (member, context) => {
    const { role_id, role_type, covers } = member;
    const production = context.find("productions", member.production_id);
    if (!production || role_type !== "principal" || !covers.some((cover) => cover.role_id === role_id)) return null;
    const role = context.find("roles", role_id)?.name ?? "the role";
    const message = `A principal in the role of ${role} is also listed as its cover.`;
    return castFinding(member, production, message, [role_id, role_type, covers]);
  }),

  /** Someone has left, and the record does not say so. */
  "several-in-role": ruleOn("roles", (role, context) => {
    const production = context.find("productions", role.production_id);
    if (!production || !context.isRunning(production)) return null;
    const { first } = runOfProduction(production);
    const hasBegun = ({ from }: Engagement) => earliestDay(from ?? first) <= context.today;
    const players = context
      .where("cast-members", "role_id", role.id)
      .filter(
        ({ role_type, engagements }) =>
          role_type === "principal" && engagements.some((one) => isOpen(one) && hasBegun(one)),
      );
    if (players.length < 2) return null;
    const names = players.map(({ person_id }) => context.find("people", person_id)?.name ?? person_id);
    return {
      message: `${players.length} people play it with no end known: ${names.join(", ")}.`,
      facts: players.map(({ id, engagements }) => [id, engagements]),
      productions: [production],
      decisions: [castDecision("Edit the cast…", production.id)],
    };
  }),

  /** An engagement without confirmation for longer than contracts last. */
  "stale-engagement": ruleOn("cast-members", (member, context) => {
    const production = context.find("productions", member.production_id);
    if (!production || !context.isRunning(production)) return null;
    const limit = monthsBefore(context.today, staleMonths);
    const isOld = (day: string | undefined) => day !== undefined && latestDay(day) < limit;
    const stale = member.engagements.filter(
      (one) => isOpen(one) && isOld(one.from ?? one.seen[0]) && one.seen.every(isOld),
    );
    const last = lastVerified(member, context);
    if (stale.length === 0 || (last !== null && last >= limit)) return null;
    return {
      message: `In it without an end for over ${staleMonths} months. ${last === null ? "Never verified." : `Last verified on ${last}.`}`,
      fields: ["engagements"],
      facts: [last, member.engagements],
      productions: [production],
      decisions: [castDecision("Edit the cast…", production.id)],
    };
  }),

  /** Of the runs whose press night is known, previews are the days whose company is asked for most. */
  "without-first-preview": ruleOn("productions", ({ id, press_night, first_preview }) => {
    if (press_night === null || first_preview !== null) return null;
    return {
      message: `Press night was on ${press_night}, and the first preview is not known.`,
      facts: [press_night],
      decisions: [castDecision("Add the first preview…", id, "")],
    };
  }),

  "without-schedule": ruleOn("productions", (production, context) => {
    const { id, schedule } = production;
    if (!context.isRunning(production) || schedule.length > 0) return null;
    return { message: "No ordinary week.", facts: [], decisions: [castDecision("Add the week…", id, "")] };
  }),

  "without-director": withoutJob(["director"], "director"),

  /** Songs without a book make a show too. */
  "without-author": withoutJob(["author", "adapter", "book", "composer", "lyricist"], "author"),
} satisfies RuleTable;

function castFinding(
  { id, role_type }: KnownCastMember,
  production: KnownProduction,
  message: string,
  facts: readonly unknown[],
) {
  return {
    message,
    fields: ["engagements"],
    facts: [id, role_type, ...facts],
    productions: [production],
    decisions: [castDecision("Edit the cast…", production.id)],
  };
}

/** @param describe what is wrong with the engagements; empty: nothing. */
function engagementRule(describe: (member: KnownCastMember, run: RunDays, today: string) => string) {
  return ruleOn("cast-members", (member, { find, today }) => {
    const production = find("productions", member.production_id);
    if (!production) return null;
    const run = runOfProduction(production);
    const message = describe(member, run, today);
    return message === "" ? null : castFinding(member, production, message, [run, member.engagements]);
  });
}

function isOutside(engagement: Engagement, run: RunDays, today: string): boolean {
  return presenceIn([engagement], run, today).possible.length === 0;
}

function outsideInWords({ from, to }: Engagement, { first, last }: RunDays): string {
  if (from !== null && last !== null && earliestDay(from) > last)
    return `Joins ${partialDateInWords(from)}, after the run ends (${partialDateInWords(last)}).`;
  if (from !== null && latestDay(from) < first)
    return `Joins ${partialDateInWords(from)}, before the run begins (${partialDateInWords(first)}).`;
  if (to !== null && latestDay(to) < first)
    return `Leaves ${partialDateInWords(to)}, before the run begins (${partialDateInWords(first)}).`;
  return "Its dates are not within the run.";
}

function daysInWords({ from, to, ended }: Engagement): string {
  if (from !== null && to !== null) return `${partialDateInWords(from)} to ${partialDateInWords(to)}`;
  if (to !== null) return `until ${partialDateInWords(to)}`;
  if (from !== null) return `from ${partialDateInWords(from)}${ended ? ", has left" : ""}`;
  return ended ? "has left, dates unknown" : "dates unknown";
}

function isOpen({ to, ended }: Engagement): boolean {
  return to === null && !ended;
}

function withoutJob(wanted: readonly Job[], name: string) {
  return ruleOn("productions", (production, context) => {
    if (!context.isRunning(production)) return null;
    const crew = context.where("crew-members", "production_id", production.id);
    if (crew.some(({ job }) => wanted.includes(job))) return null;
    const who = crew.length === 0 ? "No creative team listed." : `The creative team has no ${name}.`;
    return {
      message: who,
      facts: [],
      decisions: [castDecision("Add the creative team…", production.id, "#crew-title")],
    };
  });
}

function monthsBefore(day: string, months: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - months);
  return at.toISOString().slice(0, 10);
}
