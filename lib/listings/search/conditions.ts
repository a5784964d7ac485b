import "server-only";
import type { Row } from "../../catalogue/row.ts";
import { foldName } from "../../core/fold.browser.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { isPossibleOn, isWithin, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import { isMatinee, performancesOn } from "../../resources/productions/performances.browser.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { engagementsOf, runDaysOf, timetableOf } from "../casts/days.ts";
import { matchNames, rankOfNames } from "./match-names.ts";
import { defaultRadius, limitOf, parsePoint, severalOf, type Point, type SearchQuery } from "./query-schema.ts";
import type { SearchReader } from "./search-reader.ts";
import { idParametersOf, linksFrom, linksTo, type SearchedResource } from "./searched-resources.ts";

export interface Condition {
  readonly resource: ResourcePath;
  test(row: Row): boolean;
  /** Records among which are all that fulfil it, if there are quicker ways to them than through the list. */
  rows?(): readonly Row[];
}

export type Criteria = Awaited<ReturnType<typeof criteriaOf>>;

/** What a query asks for: its conditions, and what orders the records. */
export async function criteriaOf(read: SearchReader, resource: SearchedResource, query: SearchQuery) {
  const { path } = resource;
  const conditions: Condition[] = [];
  for (const [name, of] of idParametersOf(path)) {
    const ids = severalOf(query, name);
    if (ids) conditions.push(idCondition(read, of, ids));
  }
  for (const [name, { resource: of, field }] of Object.entries(resource.enums)) {
    const values = severalOf(query, name);
    const valueOf = values && read.column(of, field);
    if (valueOf) conditions.push({ resource: of, test: (row) => values.includes(String(valueOf(row))) });
  }
  for (const [name, field] of Object.entries(resource.days)) {
    const [first = "", last = null] = [limitOf(query, `${name}_from`), limitOf(query, `${name}_to`)];
    if (first === "" && last === null) continue;
    const dayOf = read.column(path, field);
    const isBetween = (day: unknown) => typeof day === "string" && isWithin({ first, last }, day);
    conditions.push({ resource: path, test: (row) => isBetween(dayOf(row)) });
  }
  if (query.external_id !== undefined) {
    const ids = (await read.externalIds(path)).ids(query.external_id);
    conditions.push(idCondition(read, path, ids));
  }
  if (query.updated_since !== undefined) {
    const since = Date.parse(query.updated_since);
    read.column(path, "time of the last change", ({ changedAt }) => changedAt);
    conditions.push({ resource: path, test: ({ changedAt }) => Date.parse(changedAt) >= since });
  }
  const distance = query.near === undefined ? undefined : distanceFrom(read, path, query.near);
  if (distance) {
    const radius = query.radius ?? defaultRadius;
    conditions.push({ resource: path, test: (row) => distance(row) <= radius });
  }
  const ranker = query.q === undefined ? undefined : await rankerOf(read, resource, query.q);
  if (ranker) conditions.push({ resource: path, rows: ranker.rows, test: (row) => ranker.rank(row) !== null });
  // The last, because its rows are found by a scan.
  if (query.running_on !== undefined && resource.runningOn)
    conditions.push(runningOn(read, resource.runningOn, query.running_on));
  if (query.plays_on !== undefined) conditions.push(playsOn(read, query.plays_on, query));
  return { conditions, rank: ranker?.rank, distance };
}

function idCondition(read: SearchReader, resource: ResourcePath, ids: readonly string[]): Condition {
  read.column(resource, "id");
  return {
    resource,
    rows: () => ids.flatMap((id) => read.row(resource, id) ?? []),
    test: ({ id }) => ids.includes(id),
  };
}

/** Ranks records by the names of one or several resources; null: no match. `rows`: among them are all that match. */
async function rankerOf(read: SearchReader, { path, names }: SearchedResource, q: string) {
  const typed = foldName(q);
  const sources = await Promise.all(
    names.map(async (of) => ({
      of,
      matched: await matchNames(await read.names(of), typed),
      linksOf: linksTo(read, path, of, true),
      linksBack: linksFrom(read, path, of, true),
    })),
  );
  return {
    rank: memoize((row: Row) =>
      rankOfNames(
        typed,
        sources.map(({ matched, linksOf }) => [matched, linksOf(row)]),
      ),
    ),
    // A record that matches has each of the words; the fewest have the rarest.
    rows: () => {
      const countOf = (word: number) => sources.reduce((sum, { matched }) => sum + (matched[word]?.size ?? 0), 0);
      const [rarest = 0] = [...typed.split(" ").keys()].toSorted((a, b) => countOf(a) - countOf(b));
      return sources.flatMap(({ of, matched, linksBack }) =>
        [...(matched[rarest]?.keys() ?? [])].flatMap((id) => read.row(of, id) ?? []).flatMap(linksBack),
      );
    },
  };
}

/** In metres; infinite where the place of the record is not known. */
function distanceFrom(read: SearchReader, resource: ResourcePath, near: string): (row: Row) => number {
  const [from, latOf, lngOf] = [parsePoint(near), read.column(resource, "lat"), read.column(resource, "lng")];
  return (row) => {
    const [lat, lng] = [latOf(row), lngOf(row)];
    return from && typeof lat === "number" && typeof lng === "number" ? metresBetween(from, { lat, lng }) : Infinity;
  };
}

/** The mean radius of the earth, in metres. */
const earthRadius = 6_371_008.8;

/** The great-circle distance in metres, by the haversine formula. */
function metresBetween(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (angle: number) => Math.sin(radians(angle) / 2) ** 2;
  const chord = half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lng - a.lng);
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Whether a production runs, or a cast member can have been in it, on a day (contract §13). */
function runningOn(read: SearchReader, resource: ResourcePath, day: string): Condition {
  noteRunDays(read);
  /** The run of a production; null when it is not on that day. */
  const runOf = memoize((row: Row): RunDays | null => {
    const run = runDaysOf(row);
    return isWithin(run, day) ? run : null;
  });
  const running = () => [...read.list("productions")].filter(runOf);
  if (resource !== "cast-members") return { resource, rows: running, test: (row) => runOf(row) !== null };
  const [productionOf, castOf] = [linksTo(read, resource, "productions"), linksFrom(read, resource, "productions")];
  read.column(resource, "engagements");
  const { today } = read.noted;
  return {
    resource,
    rows: () => running().flatMap(castOf),
    test: (row) => {
      const [production] = productionOf(row);
      const run = production && runOf(production);
      return run ? isPossibleOn(day, engagementsOf(row), run, today) : false;
    },
  };
}

/** Whether a production has a performance on a day that is as asked for (contract §27). */
function playsOn(read: SearchReader, day: string, { plays_at, access = [] }: SearchQuery): Condition {
  noteRunDays(read);
  for (const name of ["schedule", "performances"]) read.column("productions", name);
  return {
    resource: "productions",
    test: (row) =>
      (performancesOn(day, timetableOf(row), runDaysOf(row)) ?? []).some(
        (one) =>
          (plays_at === undefined || isMatinee(one) === (plays_at === "matinee")) &&
          access.every((kind) => one.access.some((has) => has === kind)),
      ),
  };
}

/** The columns that `runDaysOf` reads. */
function noteRunDays(read: SearchReader): void {
  for (const name of ["first_preview", "opening_date", "closing_date"]) read.column("productions", name);
}
