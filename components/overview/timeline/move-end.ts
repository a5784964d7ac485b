import { dayNumber, dayOfNumber } from "@/components/ui/calendar";
import type { HouseRun } from "./house-rows";

/** The date of a run that is moved. */
export type RunEnd = "opening_date" | "closing_date";

export interface MovedEnd {
  day: string;
  /** Whether the run would have closed before it opens, so that the date stopped at the other one. */
  isStopped: boolean;
}

/** A date that is moved and not yet saved. */
export interface DateEdit extends MovedEnd {
  /** As it was before. */
  run: HouseRun;
  end: RunEnd;
}

/** Moves an end of a run by days; a run closes on the day of its opening at the earliest. */
export function moveEnd(run: HouseRun, end: RunEnd, from: string, days: number): MovedEnd {
  const day = dayOfNumber(dayNumber(from) + days);
  if (end === "closing_date")
    return day < run.opening_date ? { day: run.opening_date, isStopped: true } : { day, isStopped: false };
  return run.closing_date !== null && day > run.closing_date
    ? { day: run.closing_date, isStopped: true }
    : { day, isStopped: false };
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const daysInWeek = 7;

/** The days by which a key moves an end: an arrow one, with Shift seven. Null for any other key. */
export function daysForKey({ key, shiftKey }: { key: string; shiftKey: boolean }): number | null {
  const step = steps[key];
  return step === undefined ? null : step * (shiftKey ? daysInWeek : 1);
}

/**
 * The end that is taken where a bar is pressed: within the reach of an end, the nearer one.
 *
 * @param offset from the bar's start, in pixels, as are the others.
 */
export function endAt(offset: number, width: number, reach: number): RunEnd | null {
  const zone = Math.min(reach, width / 3);
  if (offset <= zone) return "opening_date";
  return width - offset <= zone ? "closing_date" : null;
}
