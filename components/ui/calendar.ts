import { formatDay } from "@/lib/core/date-words.browser";
import { lazy } from "@/lib/core/memoize.browser";

const london = lazy(() => new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }));
// A calendar day has no time zone. It is formatted as a UTC day, so that no offset can shift it.
const inFull = lazy(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    }),
);

const dayMilliseconds = 86_400_000;

/** Today's date in London, `YYYY-MM-DD`: listings follow that calendar. */
export function today(): string {
  return london().format();
}

/** The day of a moment in London. @param at ISO 8601. */
export function londonDay(at: string): string {
  return london().format(new Date(at));
}

/** A text whose days are written as in the data, with its days in words. */
export function withDaysInWords(text: string): string {
  return text.replace(/\b\d{4}-\d\d-\d\d\b/g, formatDay);
}

/** With the weekday, so that people can check what they typed. */
export function formatFullDay(day: string): string {
  return inFull().format(utc(day));
}

/** Days since 1970, by the calendar. */
export function dayNumber(day: string): number {
  return utc(day) / dayMilliseconds;
}

export function daysAfter(day: string, days: number): string {
  return new Date(utc(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
