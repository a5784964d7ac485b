import "server-only";
import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import { runOfProduction } from "../../resources/cast-members/presence.browser.ts";
import type { Job } from "../../resources/crew-members/terms.browser.ts";
import { lastVerified } from "./run-rules.ts";
import { castDecision, isRunning, ruleOn, type KnownCastMember, type RuleContext, type RuleTable } from "./rule.ts";

/* Who is in a production that runs, and who made it (contract §28). */

type Engagement = KnownCastMember["engagements"][number];

const staleMonths = 18;

export const companyRules = {
  /** Someone has left, and the record does not say so. */
  "several-in-role": ruleOn("roles", (role, context) => {
    const production = context.find("productions", role.production_id);
    if (!production || !isRunning(production, context)) return null;
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
    if (!production || !isRunning(production, context)) return null;
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
      decisions: [castDecision("Add the first preview…", id)],
    };
  }),

  "without-schedule": ruleOn("productions", (production, context) => {
    const { id, schedule } = production;
    if (!isRunning(production, context) || schedule.length > 0) return null;
    return { message: "No ordinary week.", facts: [], decisions: [castDecision("Add the week…", id)] };
  }),

  "without-director": withoutJob(["director"], "director"),

  /** Songs without a book make a show too. */
  "without-author": withoutJob(["author", "adapter", "book", "composer", "lyricist"], "author"),
} satisfies RuleTable;

function isOpen({ to, ended }: Engagement): boolean {
  return to === null && !ended;
}

function withoutJob(wanted: readonly Job[], name: string) {
  return ruleOn("productions", (production, context: RuleContext) => {
    if (!isRunning(production, context)) return null;
    const crew = context.where("crew-members", "production_id", production.id);
    if (crew.some(({ job }) => wanted.includes(job))) return null;
    const who = crew.length === 0 ? "No creative team listed." : `The creative team has no ${name}.`;
    return { message: who, facts: [], decisions: [castDecision("Add the creative team…", production.id)] };
  });
}

function monthsBefore(day: string, months: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - months);
  return at.toISOString().slice(0, 10);
}
