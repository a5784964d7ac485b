import { weekdays } from "@/lib/resources/productions/terms.browser";
import type { PastedTime, Weekday } from "./read-week";

/** An entry of a schedule, as a form has it: what is typed and not understood is a text of its own. */
export interface WeeklyEntry extends PastedTime {
  readonly from: string | null;
  readonly to: string | null;
}

/** A week with the days on which it holds; null for the run's first and last. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
  readonly times: Readonly<Record<Weekday, readonly string[]>>;
}

const noTimes: Period["times"] = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
export const emptyPeriod: Period = { from: null, to: null, times: noTimes };

/** The weeks of a schedule, in the order in which they begin in it; one that is empty for an empty schedule. */
export function periodsOf(schedule: readonly WeeklyEntry[]): readonly Period[] {
  const periods = new Map<string, Period>();
  for (const { from, to, ...time } of schedule) {
    const key = `${from} ${to}`;
    periods.set(key, withTimes(periods.get(key) ?? { ...emptyPeriod, from, to }, [time]));
  }
  return periods.size === 0 ? [emptyPeriod] : [...periods.values()];
}

export function scheduleOf(periods: readonly Period[]): WeeklyEntry[] {
  return periods.flatMap(({ from, to, times }) =>
    weekdays.flatMap((day) => times[day].map((time) => ({ day, time, from, to }))),
  );
}

/** The same week with more times; those that it has stay. */
export function withTimes(period: Period, more: readonly PastedTime[]): Period {
  const times: Record<Weekday, readonly string[]> = { ...period.times };
  for (const { day, time } of more) if (!times[day].includes(time)) times[day] = [...times[day], time].toSorted();
  return { ...period, times };
}
