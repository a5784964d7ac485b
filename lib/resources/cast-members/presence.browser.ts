import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import type { Engagement } from "./schema.browser.ts";

/* On which days a cast member is in a production, by the engagements (contract §13). `YYYY-MM-DD`, compared as text. */

/** Days from the first to the last, both included; `last` is null when they have no end. */
export interface Days {
  readonly first: string;
  readonly last: string | null;
}

/** Those of a run: from the first preview, else the opening date, until the closing date, if that is known. */
export type RunDays = Days;

export interface Presence {
  /** The days on which the person can have been in it, and `certain`, those on which they certainly were. */
  readonly possible: readonly Days[];
  readonly certain: readonly Days[];
}

/** The first and the last day on which something can happen. */
type Span = readonly [earliest: string, latest: string];

type EngagementDates = Pick<Engagement, "from" | "to" | "ended"> & { readonly seen?: readonly string[] };

const never = "9999-12-31";

/** The run of a production: its fields, and the first preview of its details. */
export function runOfProduction(production: {
  first_preview: string | null;
  opening_date: string;
  closing_date: string | null;
}): RunDays {
  return { first: production.first_preview ?? production.opening_date, last: production.closing_date };
}

/** When an engagement can begin and when it can end. Who was seen in it had begun by then, and had not left before. */
export function spansOf(engagement: EngagementDates, run: RunDays, today: string): { begin: Span; end: Span } {
  const { from, seen = [] } = engagement;
  const begin: Span = from === null ? [run.first, never] : [earliestDay(from), latestDay(from)];
  if (seen.length === 0) return { begin, end: endOf(engagement, begin, run, today) };
  const begun: Span = [begin[0], earliestOf(begin[1], today, ...seen.map(latestDay))];
  const [earliestEnd, latestEnd] = endOf(engagement, begun, run, today);
  return { begin: begun, end: [latestOf(earliestEnd, ...seen.map(earliestDay)), latestEnd] };
}

function endOf({ from, to, ended }: EngagementDates, begin: Span, run: RunDays, today: string): Span {
  if (to !== null) return [earliestDay(to), latestDay(to)];
  if (ended) return [begin[0], dayBefore(today)];
  // Who is announced is in it on the first day.
  return [from !== null && begin[1] > today ? begin[1] : today, run.last ?? never];
}

/** The days of each engagement within the run, in order. Without engagements every day is possible and none certain. */
export function presenceIn(engagements: readonly EngagementDates[], run: RunDays, today: string): Presence {
  const runDays = [run.first, run.last ?? never] as const;
  if (engagements.length === 0) return { possible: shared(runDays), certain: [] };
  const spans = engagements.map((engagement) => spansOf(engagement, run, today));
  return {
    possible: spans.flatMap(({ begin, end }) => shared(runDays, [begin[0], end[1]])),
    // Dates that contradict each other, such as an end that is past and a beginning in the future, make no day certain.
    certain: spans.flatMap(({ begin, end }) => shared(runDays, [begin[0], end[1]], [begin[1], end[0]])),
  };
}

/** Whether the person is in it on a day; null when they are not. */
export function presenceOn(
  day: string,
  engagements: readonly EngagementDates[],
  run: RunDays,
  today: string,
): { certain: boolean } | null {
  const { possible, certain } = presenceIn(engagements, run, today);
  const isAmong = (days: readonly Days[]) => days.some((one) => isWithin(one, day));
  return isAmong(possible) ? { certain: isAmong(certain) } : null;
}

/** Whether the person can be in it on a day of the run. */
export function isPossibleOn(
  day: string,
  engagements: readonly EngagementDates[],
  run: RunDays,
  today: string,
): boolean {
  if (engagements.length === 0) return true;
  return engagements.some((engagement) => {
    const { begin, end } = spansOf(engagement, run, today);
    return begin[0] <= day && day <= end[1];
  });
}

/** Whether a day is in a stretch of days, or in a run. */
export function isWithin({ first, last }: Days, day: string): boolean {
  return first <= day && (last === null || day <= last);
}

/** From the first day of the first run to the last day of the last one. */
export function spanOfRuns(runs: readonly RunDays[]): RunDays {
  const lasts = runs.flatMap(({ last }) => last ?? []).toSorted();
  return {
    first: runs.map(({ first }) => first).toSorted()[0] ?? "",
    last: lasts.length === runs.length ? (lasts.at(-1) ?? null) : null,
  };
}

/** The first day on which the person can have begun; the run's first day without engagements. */
export function earliestBeginning(engagements: readonly EngagementDates[], run: RunDays, today: string): string {
  const beginnings = engagements.map((engagement) => spansOf(engagement, run, today).begin[0]);
  return beginnings.toSorted()[0] ?? run.first;
}

/** The days that all spans have in common, as a list of none or one. */
function shared(...spans: readonly Span[]): Days[] {
  const first = latestOf(...spans.map(([start]) => start));
  const last = earliestOf(...spans.map(([, end]) => end));
  return first <= last ? [{ first, last: last === never ? null : last }] : [];
}

function earliestOf(...days: readonly string[]): string {
  return days.reduce((earliest, day) => (day < earliest ? day : earliest), never);
}

function latestOf(...days: readonly string[]): string {
  return days.reduce((latest, day) => (day > latest ? day : latest), "");
}

let lastBefore = { day: "", before: "" };

/** The day before one, both `YYYY-MM-DD`. The last answer is kept, because a search asks for the day before today thousands of times. */
export function dayBefore(day: string): string {
  if (day !== lastBefore.day) {
    const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    lastBefore = { day, before };
  }
  return lastBefore.before;
}
