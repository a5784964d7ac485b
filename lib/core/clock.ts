/** Milliseconds since 1970. Passed as a parameter, so that a test can set the time. */
export type Clock = () => number;

const dayMilliseconds = 86_400_000;

/** The UTC day of a moment, as days since 1970-01-01. */
export function utcDay(milliseconds: number): number {
  return Math.floor(milliseconds / dayMilliseconds);
}

/** The end of a UTC day: Unix time in whole seconds (contract §3). */
export function endOfDaySeconds(day: number): number {
  return ((day + 1) * dayMilliseconds) / 1000;
}

/** A UTC day as `YYYY-MM-DD`. */
export function dayName(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}
