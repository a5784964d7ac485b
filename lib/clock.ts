/** Milliseconds since 1970. Handed to whoever needs the time, so that a test can turn midnight. */
export type Clock = () => number;

const dayMilliseconds = 86_400_000;

/** The UTC day that a moment falls in, counted from 1970-01-01. */
export function utcDay(milliseconds: number): number {
  return Math.floor(milliseconds / dayMilliseconds);
}

/** When a UTC day ends: Unix time in whole seconds (contract §3). */
export function endOfDaySeconds(day: number): number {
  return ((day + 1) * dayMilliseconds) / 1000;
}

/** A UTC day as `YYYY-MM-DD`. */
export function dayName(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}
