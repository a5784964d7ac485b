import "server-only";
import { ListBody } from "../../catalogue/list.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { entryOf, entryText, type Row } from "../../catalogue/row.ts";
import type { FlatRecord } from "../../core/json.browser.ts";
import type { Soon } from "../../core/promises.ts";
import { validationError } from "../../http/body.ts";
import type { ReadContext } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { compareKeys, lowerBound, keyOf } from "../../core/sort.ts";
import { mapYielding, createYielder } from "../../core/yielding.ts";
import { criteriaOf, type Condition, type Criteria } from "./conditions.ts";
import { cursorKey, readCursor, writeCursor, type Position } from "./cursor.ts";
import { orderRows, type Ordered } from "./ordering.ts";
import type { SearchQuery } from "./query-schema.ts";
import { derivedSearch, type SearchReader, type SearchResponse } from "./search-reader.ts";
import {
  connectingResources,
  idParameter,
  linksFrom,
  linksTo,
  type partNames,
  type SearchedResource,
} from "./searched-resources.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { castEntriesOf, creditsOf, crewEntriesOf, productionsOf } from "../casts/row-entries.ts";
import type { IncludedRelation } from "../../records/resource.ts";
import { resourceAt } from "../../resources/resources.ts";

/** The response to a query for a resource's records. @throws AppError 400 for a cursor of another query. */
export function runSearch(context: ReadContext, resource: SearchedResource, query: SearchQuery): Soon<SearchResponse> {
  const { infrastructure } = context;
  refuseLongLink(resource, query);
  const { limit, cursor, count, ...conditions } = query;
  // The same for all pages of a walk.
  const walk = `${resource.path} ${canonical(conditions)}`;
  const position = cursor === undefined ? null : readCursor(cursor, walk, infrastructure);
  return derivedSearch(context, `${resource.path} ${canonical(query)}`, async (read) => {
    if (limit === undefined && Object.keys(conditions).length === 0) {
      // As `GET /api/shows` sends it.
      const list = read.noted.list(resource.path);
      return { body: await ListBody.of(list), headers: { ...(count && { "X-Total-Count": String(list.count) }) } };
    }
    const found = await findInOrder(read, resource, query);
    const { rows, order } = found;
    const start = position ? placeAfter(found, position) : 0;
    const page = limit === undefined ? rows : rows.slice(start, start + limit);
    const last = start + page.length < rows.length ? page.at(-1) : undefined;
    const next = last && writeCursor(keyOf(last, order), walk, infrastructure);
    return {
      body: await writeBody(page, read.noted, resource, query, found.criteria),
      headers: {
        ...(next !== undefined && { Link: nextLink(resource.path, { ...conditions, limit, count }, next) }),
        ...(count && { "X-Total-Count": String(rows.length) }),
      },
    };
  });
}

/** The records that fulfil all parameters, in the order that they ask for. */
export async function findInOrder(read: SearchReader, resource: SearchedResource, query: SearchQuery) {
  const criteria = await criteriaOf(read, resource, query);
  const found = await findMatchingRecords(read, resource.path, criteria.conditions);
  return { criteria, ...(await orderRows(read, resource.path, query, criteria, found)) };
}

/** With a cursor, a `Link` is then below 8 kB. */
const maxLinkCharacters = 5_500;

/** @throws AppError 400 for parameters that are too long to be repeated in the address of the next page. */
function refuseLongLink({ path }: SearchedResource, { cursor: _, ...conditions }: SearchQuery): void {
  if (conditions.limit === undefined || nextLink(path, conditions, "").length <= maxLinkCharacters) return;
  const [longest] = Object.entries(conditions).toSorted(([, a], [, b]) => String(b).length - String(a).length);
  throw validationError([
    { path: longest?.[0] ?? "", message: "is too long for pages: ask for less at a time, or without limit" },
  ]);
}

/** The same for any order of the parameters. */
function canonical(query: SearchQuery): string {
  return JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The place after the record of the position when it has still the same key, else after the key. */
function placeAfter({ rows, order }: Ordered, position: Position): number {
  const last = rows.find(({ id }) => id === position.at(-1));
  const key = last && keyOf(last, order);
  const isAfter =
    key && compareKeys(cursorKey(key), position, order) === 0
      ? (row: Row) => compareKeys(keyOf(row, order), key, order) > 0
      : (row: Row) => compareKeys(cursorKey(keyOf(row, order)), position, order) > 0;
  return lowerBound(rows, (row) => !isAfter(row));
}

function nextLink(path: string, { limit, ...conditions }: SearchQuery, cursor: string): string {
  const parameters = Object.entries({ ...conditions, limit, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  // A comma separates values and needs no encoding in a query (RFC 3986 §3.4).
  return `</api/search/${path}?${search.toString().replaceAll("%2C", ",")}>; rel="next"`;
}

const rowsBetweenChecks = 64;
/** So few are looked at sooner than fewer are found. */
const fewRows = 200;

/**
 * The records of a resource that fulfil all conditions, by their ids, in any order.
 *
 * Conditions of other resources must hold of one record that connects them with the resource: for people in a theatre, of one
 * cast or crew member of a production there.
 */
async function findMatchingRecords(read: SearchReader, path: ResourcePath, conditions: readonly Condition[]) {
  const ownConditions = conditions.filter(({ resource }) => resource === path);
  const foreign = conditions.filter(({ resource }) => resource !== path);
  const found = new Map<string, Row>();
  const turn = createYielder();
  let checked = 0;
  for (const connecting of connectingResources([path, ...foreign.map(({ resource }) => resource)])) {
    const targetsOf = linksTo(read, connecting, path);
    const tests = foreign.map(({ resource, test }) => {
      const linksOf = linksTo(read, connecting, resource);
      return (row: Row) => linksOf(row).some(test);
    });
    for (const row of candidates(read, connecting, conditions)) {
      if (tests.every((test) => test(row)))
        for (const target of targetsOf(row))
          if (!found.has(target.id) && ownConditions.every(({ test }) => test(target))) found.set(target.id, target);
      checked += 1;
      if (checked % rowsBetweenChecks === 0) await turn();
    }
  }
  return found;
}

/** The records among which to look: those that the condition with the fewest of them leads to, or all. */
function candidates(read: SearchReader, connecting: ResourcePath, conditions: readonly Condition[]): Iterable<Row> {
  let fewest: readonly Row[] | null = null;
  for (const { resource, rows } of conditions) {
    if (!rows || (fewest && fewest.length <= fewRows)) continue;
    const linksBack = linksFrom(read, connecting, resource);
    const some: Row[] = [];
    for (const row of rows()) {
      for (const one of linksBack(row)) some.push(one);
      if (fewest && some.length >= fewest.length) break;
    }
    if (!fewest || some.length < fewest.length) fewest = some;
  }
  return fewest ?? read.list(connecting);
}

/** Writes records as a JSON array, without those that have gone in the meantime. */
async function writeBody(
  found: readonly Row[],
  read: CatalogueReader,
  { path }: SearchedResource,
  { fields, include = [], near }: SearchQuery,
  { distance }: Criteria,
): Promise<Representation> {
  const entries = await mapYielding(found, ({ id }) => {
    // The row of now, because a later response is compared with what is noted here.
    const row = read.row(path, id);
    if (!row) return null;
    if (!fields && include.length === 0 && near === undefined) return Buffer.from(entryText(row));
    const entry = entryOf<FlatRecord>(row);
    const added: Record<string, unknown> = {};
    for (const name of include) Object.assign(added, included[name as Included](read, row, path));
    if (near !== undefined && distance) added["distance_m"] = Math.round(distance(row));
    const kept = Object.entries(entry).filter(
      ([name]) => !(name in added) && (name === "id" || !fields || fields.includes(name)),
    );
    return Buffer.from(JSON.stringify({ ...Object.fromEntries(kept), ...added }));
  });
  return Representation.array(entries.filter((entry) => entry !== null));
}

type Included = IncludedRelation | (typeof partNames)[number];

/** The member that each `include` adds to an entry, or replaces. */
const included: Readonly<Record<Included, (read: CatalogueReader, row: Row, path: ResourcePath) => object>> = {
  details: (read, { details }, path) => ({ details: resourceAt(path).details?.present(details, read.today) }),
  sources: (_read, { sources }) => ({ sources }),
  theatre: (read, production) => ({ theatre: theatreOf(read, production) }),
  "production.theatre": (read, { record, embedded }) => {
    const theatre = theatreOf(read, read.row("productions", String(record["production_id"])));
    return { production: { ...(embedded?.["production"] as object), theatre } };
  },
  cast: (read, { id }) => ({ cast: castEntriesOf(read, id) }),
  crew: (read, { id }) => ({ crew: crewEntriesOf(read, id) }),
  productions: (read, { id }, path) => ({ productions: productionsOf(read, idParameter(path), id) }),
  credits: (read, { id }) => ({ credits: creditsOf(read, id) }),
};

function theatreOf(read: CatalogueReader, production: Row | undefined) {
  return read.row("theatres", String(production?.record["theatre_id"]))?.record;
}
