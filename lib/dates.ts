/** The day that a `date` column holds, as `YYYY-MM-DD`. Prisma gives such a day as its midnight in UTC. */
export function isoDate(day: Date): string;
export function isoDate(day: Date | null): string | null;
export function isoDate(day: Date | null): string | null {
  return day === null ? null : day.toISOString().slice(0, 10);
}

const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });

/** The day that it is in London at a moment, as `YYYY-MM-DD`: listings follow that calendar. */
export function dayInLondon(milliseconds: number): string {
  return london.format(milliseconds);
}
