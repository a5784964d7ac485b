"use client";

import { lazy } from "@/lib/core/memoize.browser";
import { useIsHydrated } from "./use-is-hydrated";
import { useNow } from "./use-now";

const styles = { day: { dateStyle: "medium" }, time: { dateStyle: "medium", timeStyle: "short" } } as const;
type DateTimeStyle = keyof typeof styles;

const utc = { timeZone: "UTC" };
const formats = {
  day: lazy(() => new Intl.DateTimeFormat("en-GB", styles.day)),
  time: lazy(() => new Intl.DateTimeFormat("en-GB", styles.time)),
  dayInUtc: lazy(() => new Intl.DateTimeFormat("en-GB", { ...styles.day, ...utc })),
  timeInUtc: lazy(() => new Intl.DateTimeFormat("en-GB", { ...styles.time, ...utc })),
};
/** "today", "tomorrow", "in 9 days". */
export const relative = lazy(() => new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" }));

const [minute, hour, oneDay] = [60_000, 3_600_000, 86_400_000];

/** A time in the reader's time zone; in UTC until the page is hydrated. */
export function DateTime({ at, look }: { at: string; look: DateTimeStyle }) {
  const isHydrated = useIsHydrated();
  return (
    <time dateTime={at} title={inWords(at, "time", isHydrated)}>
      {inWords(at, look, isHydrated)}
    </time>
  );
}

/** How long ago a time was, or how long it is until then. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const isHydrated = useIsHydrated();
  return (
    <time dateTime={at} title={inWords(at, "time", isHydrated)}>
      {distance(Date.parse(at) - now)}
    </time>
  );
}

function inWords(at: string, look: DateTimeStyle, isLocal: boolean): string {
  return formats[isLocal ? look : (`${look}InUtc` as const)]().format(new Date(at));
}

function distance(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < minute) return "just now";
  if (size < hour) return relative().format(Math.trunc(milliseconds / minute), "minute");
  if (size < oneDay) return relative().format(Math.trunc(milliseconds / hour), "hour");
  return relative().format(Math.trunc(milliseconds / oneDay), "day");
}
