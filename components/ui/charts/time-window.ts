import { dayNumber } from "@/components/ui/calendar";
import { latestDay } from "@/lib/core/partial-dates.browser";

/**
 * The months that a timeline shows. Days are `YYYY-MM-DD`; positions are shares of the window, 0 at its first day and 1
 * after its last, and beyond these outside of it.
 */
export interface TimeWindow {
  /** The first month: 12 times the year, plus the month from 0. */
  readonly month: number;
  readonly months: number;
}

/** The lengths that zooming offers, in months. */
export const zoomSteps = [1, 3, 6, 12, 24, 60] as const;

/** A window with a third of its months before the day. */
export function windowAround(day: string, months: number): TimeWindow {
  return { month: monthOf(day) - Math.floor(months / 3), months };
}

/** The months of all days from the first to the last, in years of four digits. */
export function windowOf(first: string, last: string): TimeWindow {
  const lastMonth = Math.min(monthOf(last), monthOf("9999-12-31"));
  return { month: monthOf(first), months: Math.max(1, lastMonth - monthOf(first) + 1) };
}

export function movedWindow({ month, months }: TimeWindow, by: number): TimeWindow {
  return { month: month + by, months };
}

/** The next window around the same middle: 1 shows more months, -1 fewer. */
export function zoomedWindow(window: TimeWindow, direction: 1 | -1): TimeWindow {
  const at = zoomSteps.findIndex((step) => step >= window.months);
  const months = zoomSteps[at + direction];
  if (months === undefined) return window;
  return { month: window.month + Math.round((window.months - months) / 2), months };
}

/** The first day of the window. */
export function firstDay({ month }: Pick<TimeWindow, "month">): string {
  return `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

/** The last day of the window. */
export function lastDay(window: TimeWindow): string {
  const lastMonth = firstDay({ month: window.month + window.months - 1 });
  return latestDay(lastMonth.slice(0, "YYYY-MM".length));
}

export function daysIn(window: TimeWindow): number {
  return dayNumber(lastDay(window)) - dayNumber(firstDay(window)) + 1;
}

/** Where a day begins. */
export function positionOf(window: TimeWindow, day: string): number {
  return (dayNumber(day) - dayNumber(firstDay(window))) / daysIn(window);
}

/** Where days begin, and how much of the window they take; what lies outside of it is cut off. */
export function placeOf({ first, last }: { first: string; last: string | null }, window: TimeWindow) {
  const left = Math.min(1, Math.max(0, positionOf(window, first)));
  const end = last === null ? 1 : Math.min(1, positionOf(window, last) + 1 / daysIn(window));
  return { left, width: Math.max(0, end - left) };
}

/** The first days of the window's months. */
export function monthStarts({ month, months }: TimeWindow): string[] {
  return Array.from({ length: months }, (_, index) => firstDay({ month: month + index }));
}

function monthOf(day: string): number {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return year * 12 + month - 1;
}
