import { windowOf, type TimeWindow } from "@/components/ui/charts/time-window";
import { daysAfter } from "@/components/ui/calendar";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { presenceIn, type Presence, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import { groupNames } from "../cast";

/** A cast member with the days on which it can be in the production. */
export interface BarRow {
  id: string;
  /** The person; with the type for a role that another person plays as a principal. */
  name: string;
  engagements: CastEntry["engagements"];
  presence: Presence;
  /** The public page that the name leads to; the dashboard's page of the cast member when absent. */
  href?: string;
}

/** Everyone of one role, or of one type without a role. */
export interface BarGroup {
  id: string;
  title: string;
  /** By the first possible day, those without dates last. */
  rows: BarRow[];
}

/**
 * @param cast in cast order, which is that of the groups.
 * @param pageOf the public page of an entry; absent: in the dashboard.
 */
export function barGroups(
  cast: readonly CastEntry[],
  run: RunDays,
  today: string,
  pageOf?: (entry: CastEntry) => string,
): BarGroup[] {
  const groups = new Map<string, BarGroup>();
  for (const entry of cast) {
    const { id, person, role, role_type, engagements } = entry;
    const key = role?.id ?? role_type;
    const group = groups.get(key) ?? { id: key, title: role?.name ?? capitalised(groupNames[role_type]), rows: [] };
    groups.set(key, group);
    const name = role && role_type !== "principal" ? `${person.name} (${role_type})` : person.name;
    const presence = presenceIn(engagements, run, today);
    group.rows.push({ id, name, engagements, presence, ...(pageOf && { href: pageOf(entry) }) });
  }
  return [...groups.values()].map((group) => ({ ...group, rows: group.rows.toSorted(byFirstDay) }));
}

/** The months of the run. Without a closing date they end some time after the last day that is known. */
export function windowOfRun(run: RunDays, groups: readonly BarGroup[], today: string): TimeWindow {
  if (run.last !== null) return windowOf(run.first, run.last);
  const known = groups
    .flatMap(({ rows }) => rows.flatMap(({ presence }) => presence.possible))
    .flatMap(({ first, last }) => (last === null ? [first] : [first, last]));
  const last = [today, run.first, ...known].reduce((latest, day) => (day > latest ? day : latest));
  const { months } = windowOf(run.first, last);
  return windowOf(run.first, daysAfter(last, Math.max(30, months * 2)));
}

function byFirstDay(one: BarRow, other: BarRow): number {
  const [a, b] = [firstDayOf(one), firstDayOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function firstDayOf({ engagements, presence: { possible } }: BarRow): string {
  const days = engagements.length > 0 ? possible.map(({ first }) => first) : [];
  return days.toSorted()[0] ?? "9999-12-31";
}
