import "server-only";
import { dayBefore, runOfProduction } from "../../resources/cast-members/presence.browser.ts";
import { fieldsDecision, ruleOn, type RuleContext, type KnownProduction, type RuleTable } from "./rule.ts";
import type { DataProblem } from "./schema.browser.ts";

export const theatreRules = {
  /** The theatre's current show has no open production there, nor one that has closed. */
  "current-show-not-there": notCurrent(false),

  "closed-run-still-current": notCurrent(true),

  "two-open-productions": ruleOn("theatres", (theatre, context) => {
    const runs = context.where("productions", "theatre_id", theatre.id).filter(context.isRunning);
    if (runs.length < 2) return null;
    return {
      message: `${runs.length} productions run here at the same time.`,
      related: runs.map((run) => context.referenceTo("productions", run)),
      facts: runs.map(datesOf),
      productions: runs,
      decisions: runs.map((run) => lastDayDecision(run, context)),
    };
  }),

  /** A coming production opens before the one before it is known to close. */
  "coming-overlap": ruleOn("theatres", (theatre, context) => {
    const nameOf = ({ show_id }: KnownProduction) => context.find("shows", show_id)?.name ?? show_id;
    const left = context
      .where("productions", "theatre_id", theatre.id)
      .filter(({ closing_date }) => closing_date === null || closing_date >= context.today)
      .toSorted((a, b) => (firstDay(a) < firstDay(b) ? -1 : 1));
    const coming = left.filter(
      (run, index) => firstDay(run) > context.today && left.slice(0, index).some((one) => areAtOnce(one, run)),
    );
    const [next] = coming;
    const early = next && left.find((run) => firstDay(run) <= firstDay(next) && areAtOnce(run, next));
    if (!next || !early) return null;
    const runs = left.filter((run) => coming.includes(run) || coming.some((one) => areAtOnce(run, one)));
    return {
      message: `${nameOf(early)} ${early.closing_date === null ? "has no closing date" : `closes on ${early.closing_date}`}; ${nameOf(next)} opens on ${firstDay(next)}.`,
      related: runs.map((run) => context.referenceTo("productions", run)),
      facts: runs.map(datesOf),
      // What runs today is not in question yet.
      productions: coming,
      decisions: runs.flatMap((run) => {
        const later = coming.find((one) => firstDay(one) > firstDay(run) && areAtOnce(run, one));
        return later ? [lastDayDecision(run, context, { day: dayBefore(firstDay(later)), show: nameOf(later) })] : [];
      }),
    };
  }),
} satisfies RuleTable;

function areAtOnce(one: KnownProduction, other: KnownProduction): boolean {
  const ends = (run: KnownProduction) => run.closing_date ?? "9999";
  return one !== other && firstDay(one) <= ends(other) && firstDay(other) <= ends(one);
}

function firstDay(run: KnownProduction): string {
  return runOfProduction(run).first;
}

/** @param known the day before another show opens. */
function lastDayDecision(
  { id, show_id, opening_date }: KnownProduction,
  { find }: RuleContext,
  known?: { day: string; show: string },
) {
  return fieldsDecision(`Close ${find("shows", show_id)?.name ?? show_id}…`, "productions", id, ["closing_date"], {
    earliest: opening_date,
    ...(known &&
      known.day >= opening_date && {
        suggested: { closing_date: known.day },
        reason: `The day before ${known.show} opens`,
      }),
  });
}

/** The current show has no open production here. @param hasClosed whether it has one that has closed. */
function notCurrent(hasClosed: boolean) {
  return ruleOn("theatres", (theatre, context) => {
    const { current_show_id: show } = theatre;
    if (show === null) return null;
    const here = context.where("productions", "theatre_id", theatre.id);
    const runs = here.filter(({ show_id }) => show_id === show);
    if (runs.some((run) => context.isRunning(run) || isInPreviews(run, context))) return null;
    const lastDay = runs.map(({ closing_date }) => closing_date ?? "").reduce((a, b) => (a > b ? a : b), "");
    const closed = runs.some(({ closing_date }) => closing_date !== null && closing_date < context.today);
    if (closed !== hasClosed) return null;
    const open = here.filter(context.isRunning);
    const name = context.find("shows", show)?.name ?? show;
    return {
      message: `${name} is named as the current show, but ${hasClosed ? `closed here on ${lastDay}` : "has no open production here"}.`,
      fields: ["current_show_id"],
      related: hasClosed
        ? runs.map((run) => context.referenceTo("productions", run))
        : [{ resource: "shows", record_id: show, name }],
      facts: [show, runs.map(datesOf)],
      productions: open,
      // Without any production of it here, the production itself may be missing.
      ...currentShowRemedies(context, theatre.id, open, runs.length > 0),
    };
  });
}

/** Without a first preview, the opening date may be the press night, up to three weeks after it. */
const previewMilliseconds = 21 * 86_400_000;

function isInPreviews({ first_preview, opening_date }: KnownProduction, { today }: RuleContext): boolean {
  if (first_preview !== null || opening_date <= today) return false;
  return Date.parse(opening_date) - Date.parse(today) <= previewMilliseconds;
}

function datesOf({ id, first_preview, opening_date, closing_date }: KnownProduction) {
  return [id, first_preview, opening_date, closing_date];
}

/**
 * When one production is open, the data alone says what the current show is; when none is, that there is none.
 *
 * @param mayBeEmpty whether the data says that the named show does not run here now.
 */
function currentShowRemedies(
  { find }: RuleContext,
  id: string,
  open: readonly KnownProduction[],
  mayBeEmpty: boolean,
): Pick<DataProblem, "fixes" | "decisions"> {
  const fix = (label: string, show: string | null): DataProblem["fixes"][number] => ({
    label,
    changes: [{ action: "update", resource: "theatres", id, data: { current_show_id: show } }],
  });
  const [only, ...others] = open;
  const running = only && others.length === 0 ? find("shows", only.show_id) : undefined;
  if (running) return { fixes: [fix(`Set to ${running.name}, which runs here`, running.id)], decisions: [] };
  if (!only && mayBeEmpty) return { fixes: [fix("Clear the current show", null)], decisions: [] };
  const decision = fieldsDecision("Choose the current show…", "theatres", id, ["current_show_id"]);
  return { fixes: [], decisions: [decision] };
}
