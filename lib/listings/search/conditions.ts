import "server-only";
import type { Row } from "../../catalogue/row.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { playsOn, remembered, runningOn, type Condition } from "./day-conditions.ts";
import { linksFrom, linksTo } from "./joins.ts";
import { foldName } from "../../core/fold.browser.ts";
import type { NameRank } from "./matching.browser.ts";
import { matchNames, rankOfNames } from "./match-names.ts";
import { defaultRadius, limitOf, severalOf, type SearchQuery } from "./query-schema.ts";
import { parsePoint } from "./query-values.ts";
import type { SearchReader } from "./search-reader.ts";
import { idParametersOf, type SearchedResource } from "./searched-resources.ts";

/** How well the names of the records match `q`. */
interface Ranker {
  /** Null: it does not match. */
  rank(row: Row): NameRank | null;
  /** Records among which are all that match. */
  rows(): readonly Row[];
}

/** What a query asks for: its conditions, and what orders the records. */
export interface Criteria {
  readonly conditions: readonly Condition[];
  readonly rank?: Ranker["rank"];
  /** In metres from the point of the query. */
  readonly distance?: (row: Row) => number;
}

export async function criteriaOf(
  read: SearchReader,
  resource: SearchedResource,
  query: SearchQuery,
): Promise<Criteria> {
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
    const [from, to] = [limitOf(query, `${name}_from`), limitOf(query, `${name}_to`)];
    if (from !== undefined || to !== undefined) conditions.push(dayCondition(read, path, field, from, to));
  }
  if (query.external_id !== undefined) {
    const ids = (await read.externalIds(path)).ids(query.external_id);
    conditions.push(idCondition(read, path, ids));
  }
  if (query.updated_since !== undefined) {
    const [since, changeOf] = [
      Date.parse(query.updated_since),
      read.column(path, "time of the last change", ({ changedAt }) => changedAt),
    ];
    conditions.push({ resource: path, test: (row) => Date.parse(String(changeOf(row))) >= since });
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
  return { conditions, ...(ranker && { rank: ranker.rank }), ...(distance && { distance }) };
}

function idCondition(read: SearchReader, resource: ResourcePath, ids: readonly string[]): Condition {
  read.column(resource, "id");
  return {
    resource,
    rows: () => ids.flatMap((id) => read.row(resource, id) ?? []),
    test: ({ id }) => ids.includes(id),
  };
}

/** @returns ranks of records whose names are those of one or several resources. */
async function rankerOf(read: SearchReader, { path, names }: SearchedResource, q: string): Promise<Ranker> {
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
    rank: remembered((row) =>
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

function dayCondition(read: SearchReader, resource: ResourcePath, field: string, from = "", to?: string): Condition {
  const dayOf = read.column(resource, field);
  const test = (row: Row) => {
    const day = dayOf(row);
    return typeof day === "string" && from <= day && (to === undefined || day <= to);
  };
  return { resource, test };
}

/** Infinite where the place of the record is not known. */
function distanceFrom(read: SearchReader, resource: ResourcePath, near: string): (row: Row) => number {
  const [from, latOf, lngOf] = [parsePoint(near), read.column(resource, "lat"), read.column(resource, "lng")];
  return (row) => {
    const [lat, lng] = [latOf(row), lngOf(row)];
    return from && typeof lat === "number" && typeof lng === "number" ? metresBetween(from, { lat, lng }) : Infinity;
  };
}

/** A point by its latitude and longitude, in degrees (WGS 84). */
interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

/** The mean radius of the earth, in metres. */
const earthRadius = 6_371_008.8;

/** The great-circle distance in metres, by the haversine formula. */
function metresBetween(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (angle: number) => Math.sin(radians(angle) / 2) ** 2;
  const chord = half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lng - a.lng);
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}
