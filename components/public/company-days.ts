import { dayNumber, daysAfter } from "@/components/ui/calendar";
import { lastDay, type TimeWindow } from "@/components/ui/charts/time-window";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import type { CompanyMember } from "@/lib/listings/pages/schema.browser";
import { isWithin, type Days, type RunDays } from "@/lib/resources/cast-members/presence.browser";

/*
 * What is said of a company on a day. The page's script has the text of `countInWords`, `lastKnownInWords` and
 * `perhapsInWords`, so these use nothing from outside of themselves (`page-script.tsx`).
 */

/** Whether someone is in it on the day of the page, was known in it last, only may be in it, or is not. */
export function standingOn({ lastKnownOn, presence }: CompanyMember, day: string) {
  if (lastKnownOn !== null) return lastKnownOn === day ? "certain" : "last known";
  return presence.possible.some((days) => isWithin(days, day)) ? "possible" : "out";
}

/** The days for the page's script: `first/last` of each stretch, the certain ones behind a bar. */
export function daysAsText({ presence: { possible, certain } }: Pick<CompanyMember, "presence">): string {
  const asText = (days: readonly Days[]) => days.map(({ first, last }) => `${first}/${last ?? "9999"}`).join(" ");
  return `${asText(possible)}|${asText(certain)}`;
}

/** Says how many are in it, and how many were known last. */
export function countInWords(certain: number, lastKnown: number): string {
  const people = `${certain} ${certain === 1 ? "person" : "people"} in the company`;
  if (certain === 0) return lastKnown === 0 ? "the company is not known." : "the company is not known. Last known:";
  return lastKnown === 0 ? `${people}.` : `${people}, and ${lastKnown} known last.`;
}

/** `in it today`, `last known in March 2025`. */
export function lastKnownInWords(day: string, today: string): string {
  const month = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return day === today ? "in it today" : `last known in ${new Date(day).toLocaleDateString("en-GB", month)}`;
}

/** Those who only may be in it, in one line; `""` where there are none. */
export function perhapsInWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  const namesShown = 8;
  const others = names.length - namesShown;
  return `May be in it too: ${names.slice(0, namesShown).join(", ")}${others > 0 ? ` and ${others} more` : ""}.`;
}

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
