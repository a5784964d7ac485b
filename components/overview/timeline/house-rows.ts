import { dayNumber, dayOfNumber } from "@/components/ui/calendar";
import { daysIn, firstDay, lastDay, type TimeWindow } from "@/components/ui/charts/time-window";

/** A production on the timeline. Days are `YYYY-MM-DD`, both included. */
export interface HouseRun {
  id: string;
  theatre_id: string;
  show: { name: string };
  opening_date: string;
  /** Null when the run is open-ended. */
  closing_date: string | null;
}

/** Days of a theatre, both included; `last` is null when they have no end. */
export interface Span {
  first: string;
  last: string | null;
}

export interface HouseRow {
  id: string;
  name: string;
  /** The runs in the window, each with the lane in which it does not cover another. */
  bars: readonly { run: HouseRun; lane: number }[];
  lanes: number;
  /** How many further runs are in the window. */
  hiddenCount: number;
  /** Four weeks or more without a run, after one. */
  gaps: readonly Span[];
  /** Days with more than one run. */
  overlaps: readonly Span[];
}

/** More would neither be told apart nor fit. */
const maxBars = 60;

/** Shorter gaps are get-ins and get-outs. */
const minGapDays = 28;

/**
 * The theatres with a run in the window, by name.
 *
 * @param barShare the share of the window that the narrowest bar takes on the screen: lanes leave room for it.
 */
export function houseRows(
  runs: readonly HouseRun[],
  window: TimeWindow,
  nameOf: (theatreId: string) => string,
  barShare: number,
): HouseRow[] {
  const [from, to] = [firstDay(window), lastDay(window)];
  const isIn = ({ first, last }: Span) => first <= to && (last === null || last >= from);
  const byOpening = runs.toSorted((a, b) => (a.opening_date < b.opening_date ? -1 : 1));
  return [...new Set(runs.map(({ theatre_id }) => theatre_id))]
    .flatMap((id) => {
      const ofHouse = byOpening.filter(({ theatre_id }) => theatre_id === id);
      const shown = ofHouse.filter((run) => isIn({ first: run.opening_date, last: run.closing_date }));
      if (shown.length === 0) return [];
      const { gaps, overlaps } = gapsAndOverlaps(ofHouse);
      return {
        id,
        name: nameOf(id),
        ...inLanes(shown.slice(0, maxBars), window, Math.ceil(daysIn(window) * barShare)),
        hiddenCount: Math.max(0, shown.length - maxBars),
        gaps: gaps.filter(isIn),
        overlaps: overlaps.filter(isIn),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, "en-GB"));
}

/**
 * Gives each run the first lane that is free. A bar is drawn inside the window, and at least `minDays` wide.
 *
 * @param runs by their opening.
 */
function inLanes(runs: readonly HouseRun[], window: TimeWindow, minDays: number): Pick<HouseRow, "bars" | "lanes"> {
  const takenUntil: number[] = [];
  const [from, latestStart] = [dayNumber(firstDay(window)), dayNumber(lastDay(window)) - minDays + 1];
  const bars = runs.map((run) => {
    const start = Math.min(Math.max(dayNumber(run.opening_date), from), latestStart);
    const free = takenUntil.findIndex((end) => end < start);
    const lane = free === -1 ? takenUntil.length : free;
    takenUntil[lane] = Math.max(endOf(run.closing_date), start + minDays - 1);
    return { run, lane };
  });
  return { bars, lanes: takenUntil.length };
}

/**
 * Long stretches without a run, of which the last one has no end, and the days with more than one.
 *
 * @param runs by their opening.
 */
export function gapsAndOverlaps(runs: readonly HouseRun[]): Pick<HouseRow, "gaps" | "overlaps"> {
  const gaps: NumberedDays[] = [];
  const overlaps: NumberedDays[] = [];
  let taken: number | null = null;
  for (const { opening_date, closing_date } of runs) {
    const [start, end] = [dayNumber(opening_date), endOf(closing_date)];
    if (taken !== null && start - taken - 1 >= minGapDays) gaps.push({ first: taken + 1, last: start - 1 });
    if (taken !== null && start <= taken) {
      const last = Math.min(taken, end);
      const before = overlaps.at(-1);
      if (before && start <= before.last + 1) before.last = Math.max(before.last, last);
      else overlaps.push({ first: start, last });
    }
    taken = Math.max(taken ?? end, end);
  }
  // After the last run, nothing is announced.
  if (taken !== null && taken !== Infinity) gaps.push({ first: taken + 1, last: Infinity });
  return { gaps: gaps.map(inCalendar), overlaps: overlaps.map(inCalendar) };
}

/** Days since 1970, both included; the last is infinite when they have no end. */
interface NumberedDays {
  first: number;
  last: number;
}

function inCalendar({ first, last }: NumberedDays): Span {
  return { first: dayOfNumber(first), last: last === Infinity ? null : dayOfNumber(last) };
}

function endOf(day: string | null): number {
  return day === null ? Infinity : dayNumber(day);
}
