import "server-only";
import { isWithin, presenceIn, type Days, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import { coverTypes } from "../../resources/cast-members/terms.browser.ts";
import type { CastEntry } from "./schema.browser.ts";

/**
 * Who is certainly in a production on a day; for each role that no one certainly plays then, and for each person
 * without a role, who certainly did on the latest day before (contract §28). Those who cover are listed when they are
 * certain on the day itself.
 *
 * @returns in the order of `cast`; none on a day outside the run.
 */
export function lastKnownOn(day: string, cast: readonly CastEntry[], run: RunDays, today: string): CastEntry[] {
  if (!isWithin(run, day)) return [];
  const dated = cast.map((entry) => ({ entry, certain: presenceIn(entry.engagements, run, today).certain }));
  const latest = new Map<string, string>();
  for (const { entry, certain } of dated) {
    if (!isPlayer(entry)) continue;
    const last = lastDayUpTo(day, certain);
    if (last > (latest.get(partOf(entry)) ?? "")) latest.set(partOf(entry), last);
  }
  return dated.flatMap(({ entry, certain }) => {
    const last_known_on = isPlayer(entry) ? latest.get(partOf(entry)) : day;
    if (last_known_on === undefined || !certain.some((days) => isWithin(days, last_known_on))) return [];
    return [{ ...entry, certain: last_known_on === day, last_known_on }];
  });
}

/** Whether someone is in a production as more than a cover. */
function isPlayer({ role_type }: CastEntry): boolean {
  return !coverTypes.includes(role_type);
}

/** The role; without one, the person. */
function partOf({ role_id, person_id }: CastEntry): string {
  return role_id === null ? `person ${person_id}` : `role ${role_id}`;
}

/** The latest of these days that is not after `day`; `""` when all are. */
function lastDayUpTo(day: string, days: readonly Days[]): string {
  const lasts = days.flatMap(({ first, last }) => (first > day ? [] : [last === null || last > day ? day : last]));
  return lasts.toSorted().at(-1) ?? "";
}
