import "server-only";
import {
  isWithin,
  presenceIn,
  presenceOn,
  runOfProduction,
  type Days,
  type RunDays,
} from "../../resources/cast-members/presence.browser.ts";
import type { CastMemberDetails } from "../../resources/cast-members/schema.browser.ts";
import { playedPart } from "../../resources/cast-members/terms.browser.ts";
import type { Timetable } from "../../resources/productions/performances.browser.ts";
import type { Production, ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { castEntriesOf } from "./row-entries.ts";
import type { CastEntry } from "./schema.browser.ts";

/** The days of a production. */
export function runDaysOf({ record, details }: Row): RunDays {
  // The schemas parsed the fields when they were written.
  const { first_preview } = details as ProductionDetails;
  return runOfProduction({ ...(record as Production), first_preview });
}

/** When a production plays. */
export function timetableOf({ details }: Row): Timetable {
  // The schemas parsed the details when they were written.
  return details as unknown as Timetable;
}

/** When a cast member is in it. */
export function engagementsOf({ details }: Row): CastMemberDetails["engagements"] {
  // The schemas parsed the details when they were written.
  return (details as unknown as CastMemberDetails).engagements;
}

/** What is asked about the cast of a production. */
interface CastQuery {
  readonly on?: string | undefined;
  /** `only` leaves out those without engagements. */
  readonly dated?: "only" | undefined;
  /** `true`: who is certain, and who was known last (§28). */
  readonly last_known?: "true" | "false" | undefined;
}

/** Who is in a production on a day, as far as is known; without a day, the whole cast. */
export function castOn(read: CatalogueReader, production: Row, { on, dated, last_known }: CastQuery): CastEntry[] {
  const run = runDaysOf(production);
  if (on !== undefined && last_known === "true")
    return lastKnownOn(on, castEntriesOf(read, production.id), run, read.today);
  return castEntriesOf(read, production.id).flatMap((entry) => {
    if (dated === "only" && !entry.dated) return [];
    if (on === undefined) return [entry];
    const presence = presenceOn(on, entry.engagements, run, read.today);
    return presence === null ? [] : [{ ...entry, ...presence }];
  });
}

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
    const part = playedPart(entry);
    const last = lastDayUpTo(day, certain);
    if (part !== undefined && last > (latest.get(part) ?? "")) latest.set(part, last);
  }
  return dated.flatMap(({ entry, certain }) => {
    const part = playedPart(entry);
    const last_known_on = part === undefined ? day : latest.get(part);
    if (last_known_on === undefined || !certain.some((days) => isWithin(days, last_known_on))) return [];
    return [{ ...entry, certain: last_known_on === day, last_known_on }];
  });
}

/** The latest of these days that is not after `day`; `""` when all are. */
function lastDayUpTo(day: string, days: readonly Days[]): string {
  const lasts = days.flatMap(({ first, last }) => (first > day ? [] : [last === null || last > day ? day : last]));
  return lasts.toSorted().at(-1) ?? "";
}
