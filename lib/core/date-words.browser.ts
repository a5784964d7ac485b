import { lazy } from "./memoize.browser.ts";

// A calendar day has no time zone. It is formatted as a UTC day, so that no offset can shift it.
const inDays = lazy(
  () => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }),
);
const inMonths = lazy(() => new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" }));

/** `14 Mar 2026`. @param day `YYYY-MM-DD`. */
export function formatDay(day: string): string {
  return inDays().format(Date.parse(`${day}T00:00:00Z`));
}

/** `2026`, `Mar 2026` or `14 Mar 2026`. */
export function partialDateInWords(date: string): string {
  if (date.length === 4) return date;
  return date.length === 7 ? inMonths().format(new Date(`${date}-01`)) : formatDay(date);
}
