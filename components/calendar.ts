import { lazy } from "@/components/ui/lazy";

const london = lazy(() => new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }));
// A calendar day belongs to no time zone: it is written as the UTC day it would be, so that none can move it.
const inWords = lazy(
  () => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }),
);
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

/** The day that it is in London, `YYYY-MM-DD`: listings follow that calendar. */
export function today(): string {
  return london().format();
}

export function formatDay(day: string): string {
  return inWords().format(utc(day));
}

/** With the weekday, for whoever checks what was typed. */
export function formatFullDay(day: string): string {
  return inFull().format(utc(day));
}

export function daysAfter(day: string, days: number): string {
  return new Date(utc(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
