import { dayNumber, daysAfter } from "@/components/ui/calendar";
import { lastDay, type TimeWindow } from "@/components/ui/charts/time-window";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";

/** The days that can be looked at, both included. */
export interface RunRange {
  first: string;
  last: string;
}

/** The days of the run; without a closing date, until the last day that the bars show. */
export function rangeOf(run: RunDays, window: TimeWindow): RunRange {
  return { first: run.first, last: run.last ?? lastDay(window) };
}

/** Days as the numbers of a slider, from 0. */
export function positionOfDay(day: string, { first }: RunRange): number {
  return dayNumber(day) - dayNumber(first);
}

/**
 * The days on which the cast changes, in order: those on which someone can begin, and those after which no one doubts
 * that someone has left.
 */
export function changesOfCast(cast: readonly Pick<CastEntry, "engagements">[], { first, last }: RunRange): string[] {
  const days = cast.flatMap(({ engagements }) =>
    engagements.flatMap(({ from, to }) => [
      ...(from === null ? [] : [earliestDay(from)]),
      ...(to === null ? [] : [daysAfter(latestDay(to), 1)]),
    ]),
  );
  return [...new Set(days)].filter((day) => first <= day && day <= last).toSorted();
}

/** The nearest change before or after a day; null without one. */
export function changeBeside(days: readonly string[], day: string, direction: 1 | -1): string | null {
  return (direction === 1 ? days.find((one) => one > day) : days.findLast((one) => one < day)) ?? null;
}
