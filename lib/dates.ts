/** The day that a `date` column holds, as `YYYY-MM-DD`. Prisma gives such a day as its midnight in UTC. */
export function isoDate(day: Date): string;
export function isoDate(day: Date | null): string | null;
export function isoDate(day: Date | null): string | null {
  return day === null ? null : day.toISOString().slice(0, 10);
}
