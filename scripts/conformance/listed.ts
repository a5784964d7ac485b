import { header, type ConformanceResponse } from "./client.ts";
import { expectSame } from "./expect.ts";
import { lists } from "./lists.ts";
import type { DatedEngagement } from "./presence.ts";
import type { PublicRecord } from "./records.ts";

export interface ListedMember extends PublicRecord {
  role_id: string | null;
  production_id: string;
  engagements: DatedEngagement[];
  covers: { role_id: string }[];
  dated: boolean;
}

export interface ListedProduction extends PublicRecord {
  show_id: string;
  theatre_id: string;
  show: { name: string };
  opening_date: string;
  closing_date: string | null;
}

export interface ListedRun extends ListedProduction {
  details: { first_preview: string | null };
  days_left: number | null;
  cast: (ListedMember & { certain: boolean })[];
  cast_known: boolean;
}

export const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });
/** The service's day: its clock counts, not that of this program. */
export const dayOf = (response: ConformanceResponse) =>
  london.format(Date.parse(header(response, "date") ?? "") || Date.now());

/** The entry as the list of cast members has it. */
export const listEntry = ({ engagements: _e, covers: _c, dated: _d, certain: _s, ...entry }: Record<string, unknown>) =>
  entry;
export const encoded = (record: PublicRecord | undefined) => encodeURIComponent(record?.id ?? "");
export const byId = (records: readonly PublicRecord[]) => new Map(records.map((one) => [one.id, one]));

/** The record of a list that has the most cast members. */
export function recordWithLargestCast(path: string, field: string): PublicRecord | undefined {
  const counts = new Map<unknown, number>();
  for (const member of lists.records("cast-members", 1)) {
    const id = member[field];
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const size = ({ id }: PublicRecord) => counts.get(id) ?? 0;
  return lists.records(path, 1).toSorted((a, b) => size(b) - size(a))[0];
}

/** The production with the largest cast in the list. */
export function fullestProduction(): ListedProduction {
  return recordWithLargestCast("productions", "production_id") as ListedProduction;
}

export function expectOrder(what: string, keys: string[][]): void {
  const text = (key: string[]) => key.join("\0");
  expectSame(
    what,
    keys,
    keys.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)),
  );
}

/** Days in the life of a run, and the days around it. */
export function daysAround({ opening_date, closing_date }: ListedProduction, today: string): string[] {
  const next = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  return [...new Set([opening_date, next(opening_date, 400), today, closing_date ?? next(today, 400)])];
}
