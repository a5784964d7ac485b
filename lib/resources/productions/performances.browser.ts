import type { Days } from "../cast-members/presence.browser.ts";
import type { ProductionDetails } from "./schema.browser.ts";
import { accessKinds, weekdays, type AccessKind } from "./terms.browser.ts";

/* When a production plays, in London's time (contract §27): an ordinary week, and what differs from it. */

export type Timetable = Pick<ProductionDetails, "schedule" | "performances">;

export interface DayPerformance {
  /** `HH:MM`. */
  readonly time: string;
  readonly access: readonly AccessKind[];
}

export interface DatedPerformance extends DayPerformance {
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/**
 * The performances of a day by their time; empty when it does not play.
 *
 * @returns null when nothing is known of the day: no period of the schedule covers it, and no performance names it.
 */
export function performancesOn(day: string, { schedule, performances }: Timetable, run: Days): DayPerformance[] | null {
  if (!isWithin(day, run.first, run.last)) return [];
  const inForce = schedule.filter(({ from, to }) => isWithin(day, from, to));
  const named = performances.filter(({ date }) => date === day);
  if (inForce.length === 0 && named.length === 0) return null;
  const times = new Set([
    ...inForce.filter((entry) => entry.day === weekdayOf(day)).map(({ time }) => time),
    ...named.map(({ time }) => time),
  ]);
  for (const { kind, time } of named) if (kind === "cancelled") times.delete(time);
  return [...times].sort().map((time) => ({
    time,
    access: accessKinds.filter((kind) => named.some((one) => one.time === time && one.kind === kind)),
  }));
}

export interface DayOfPerformances {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** As for `performancesOn`. */
  readonly performances: readonly DayPerformance[] | null;
}

/** Several days, both included, each with its performances. */
export function daysOfPerformances(from: string, to: string, timetable: Timetable, run: Days): DayOfPerformances[] {
  return daysFrom(from, to).map((date) => ({ date, performances: performancesOn(date, timetable, run) }));
}

/** The performances of several days, both included, in order of time. */
export function performancesBetween(from: string, to: string, timetable: Timetable, run: Days): DatedPerformance[] {
  return daysOfPerformances(from, to, timetable, run).flatMap(({ date, performances }) =>
    (performances ?? []).map((performance) => ({ date, ...performance })),
  );
}

/** A matinee begins before 17:00. */
export function isMatinee({ time }: Pick<DayPerformance, "time">): boolean {
  return time < "17:00";
}

/** The moment at which a performance begins, with London's offset: `2026-11-27T19:30:00+00:00`. */
export function startOf({ date, time }: Pick<DatedPerformance, "date" | "time">): string {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  // In the hour that the clocks skip there is no such time; it counts as summer's.
  const isWinter = londonClock.format(asUtc) === time;
  return `${date}T${time}:00${isWinter ? "+00:00" : "+01:00"}`;
}

const londonClock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Issues between entries that are valid by themselves. @param run the days that performances must be within. */
export function timetableIssues({ schedule, performances }: Timetable, run: Days): { path: string; message: string }[] {
  const issues: { path: string; message: string }[] = [];
  for (const [index, { day, time, from, to }] of schedule.entries()) {
    if (from !== null && to !== null && from > to)
      issues.push({ path: `schedule.${index}.to`, message: "must not be before from" });
    const other = schedule.findIndex(
      (one, before) => before < index && one.day === day && one.time === time && overlap(one, { from, to }),
    );
    if (other >= 0) issues.push({ path: `schedule.${index}`, message: `is entry ${other + 1} of the schedule again` });
  }
  for (const [index, { date, time, kind }] of performances.entries()) {
    const path = `performances.${index}`;
    if (!isWithin(date, run.first, run.last))
      issues.push({
        path: `${path}.date`,
        message: `must be within the run, ${run.first} to ${run.last ?? "its end"}`,
      });
    const same = performances.filter((one) => one.date === date && one.time === time);
    const isRepeated = performances.findIndex((one) => one.date === date && one.time === time && one.kind === kind);
    if (isRepeated < index) issues.push({ path, message: `is entry ${isRepeated + 1} of the performances again` });
    if (kind !== "cancelled") continue;
    const isScheduled = schedule.some(
      (one) => one.day === weekdayOf(date) && one.time === time && isWithin(date, one.from, one.to),
    );
    if (!isScheduled) issues.push({ path, message: "names no performance of the schedule" });
    if (same.some((one) => one.kind !== "cancelled"))
      issues.push({ path, message: "stands beside another entry for the same performance" });
  }
  return issues;
}

function overlap(one: { from: string | null; to: string | null }, other: typeof one): boolean {
  return (one.from ?? "") <= (other.to ?? "9999-12-31") && (other.from ?? "") <= (one.to ?? "9999-12-31");
}

/** @param first null: from the beginning. @param last null: without an end. */
function isWithin(day: string, first: string | null, last: string | null): boolean {
  return (first === null || first <= day) && (last === null || day <= last);
}

function weekdayOf(day: string): (typeof weekdays)[number] {
  // Sunday is 0.
  return weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? "mon";
}

const dayMilliseconds = 86_400_000;

function daysFrom(from: string, to: string): string[] {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds) + 1;
  return Array.from({ length: Math.max(0, length) }, (_, index) =>
    new Date(Date.parse(from) + index * dayMilliseconds).toISOString().slice(0, 10),
  );
}
