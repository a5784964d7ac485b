import "server-only";
import { daysBetween } from "../../core/dates.ts";
import {
  dayBefore,
  isWithin,
  presenceIn,
  presenceOn,
  runOfProduction,
  spansOf,
  type Days,
  type RunDays,
} from "../../resources/cast-members/presence.browser.ts";
import type { CastMemberDetails } from "../../resources/cast-members/schema.browser.ts";
import { coverTypes, playedPart } from "../../resources/cast-members/terms.browser.ts";
import type { Timetable } from "../../resources/productions/performances.browser.ts";
import type { Production, ProductionDetails } from "../../resources/productions/schema.browser.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { castEntriesOf } from "./row-entries.ts";
import type { CastEntry, CastQuery } from "./schema.browser.ts";

/* What the details of a row say. The schemas parsed the fields when they were written. */

/** The days of a production. */
export function runDaysOf({ record, details }: Row): RunDays {
  const { first_preview } = details as ProductionDetails;
  return runOfProduction({ ...(record as Production), first_preview });
}

/** When a production plays. */
export function timetableOf({ details }: Row): Timetable {
  return details as unknown as Timetable;
}

/** When a cast member is in it. */
export function engagementsOf({ details }: Row): CastMemberDetails["engagements"] {
  return (details as unknown as CastMemberDetails).engagements;
}

/** Who is in a production on a day, as far as is known; without a day, the whole cast. */
export function castOn(read: CatalogueReader, production: Row, { on, dated, last_known }: CastQuery): CastEntry[] {
  const run = runDaysOf(production);
  const cast = castEntriesOf(read, production.id);
  if (on !== undefined && last_known === "true") return lastKnownOn(on, cast, run, read.today);
  return cast.flatMap((entry) => {
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
  const dated = cast.map((entry) => ({ entry, part: playedPart(entry), ...presenceIn(entry.engagements, run, today) }));
  const latest = new Map<string, string>();
  for (const { part, certain } of dated) {
    const last = lastDayUpTo(day, certain);
    if (part !== undefined && last > (latest.get(part) ?? "")) latest.set(part, last);
  }
  return dated.flatMap(({ entry, part, certain }) => {
    const last_known_on = part === undefined ? day : latest.get(part);
    if (last_known_on === undefined || !certain.some((days) => isWithin(days, last_known_on))) return [];
    return [{ ...entry, certain: last_known_on === day, last_known_on }];
  });
}

/** The latest of these days that is not after `day`; `""` when all are. */
export function lastDayUpTo(day: string, days: readonly Days[]): string {
  const lasts = days.flatMap(({ first, last }) => (first > day ? [] : [last === null || last > day ? day : last]));
  return lasts.toSorted().at(-1) ?? "";
}

/**
 * Divides those who may have been in a production on a day (`castOn`).
 *
 * @param known who is certain on that day, and who was known last (`lastKnownOn`).
 * @param roles the ids of the roles that are asked about; null: no role.
 * @returns those who played one of the roles, or without roles everyone, and those who covered one (understudies,
 *   standbys, swings and alternates of it), the likeliest first; and in cast order who was known last in a role that no
 *   one certainly played.
 */
export function companyOn(
  cast: readonly CastEntry[],
  known: readonly CastEntry[],
  { day, run, today, roles }: { day: string; run: RunDays; today: string; roles: ReadonlySet<string> | null },
) {
  const likeliestFirst = cast
    .map((entry) => ({ entry, likelihood: likelihoodOn(day, entry, run, today) }))
    .toSorted((a, b) => b.likelihood - a.likelihood)
    .map(({ entry }) => entry);
  const lastKnown = known.filter(({ certain, role_id }) => !certain && (roles?.has(role_id ?? "") ?? true));
  const inPart = (part: "plays" | "covers") =>
    likeliestFirst.filter((entry) => (roles === null ? "plays" : partIn(entry, roles)) === part);
  return { players: inPart("plays"), covers: inPart("covers"), lastKnown };
}

/** Whether someone plays one of these roles or covers it; null for neither. */
function partIn({ role_id, role_type, covers }: CastEntry, roles: ReadonlySet<string>): "plays" | "covers" | null {
  const isInRole = role_id !== null && roles.has(role_id);
  if (isInRole && !coverTypes.includes(role_type)) return "plays";
  return isInRole || covers.some((cover) => roles.has(cover.role_id)) ? "covers" : null;
}

/**
 * How likely a person was in the company on a day, from 0 to 1: each day on which an engagement can begin or end counts
 * the same. 0 without engagements, because nothing is known.
 */
function likelihoodOn(day: string, entry: CastEntry, run: RunDays, today: string): number {
  if (entry.certain) return 1;
  return Math.max(0, ...entry.engagements.map((one) => ofEngagement(day, one, run, today)));
}

function ofEngagement(day: string, one: CastEntry["engagements"][number], run: RunDays, today: string): number {
  const { begin, end } = spansOf(one, run, today);
  const [earliestEnd, latestEnd] = end;
  // A beginning that is not known lies before the end, and before today.
  const latestBegin = [begin[1], latestEnd, today > day ? today : day].toSorted()[0] ?? day;
  const hasBegun = shareUpTo(day, begin[0], latestBegin);
  const hasNotEnded = 1 - shareUpTo(dayBefore(day), earliestEnd, latestEnd);
  return hasBegun * hasNotEnded;
}

/** The share of the days from `first` to `last` that are not after `day`. */
function shareUpTo(day: string, first: string, last: string): number {
  if (day < first) return 0;
  if (day >= last) return 1;
  return (daysBetween(first, day) + 1) / (daysBetween(first, last) + 1);
}
