import "server-only";
import { ListBody } from "../../catalogue/list-body.ts";
import type { List } from "../../catalogue/list.ts";
import type { Row } from "../../catalogue/row.ts";
import { validationError } from "../../http/body.ts";
import type { ReadContext } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { compareKeys, lowerBound, keyOf } from "../../core/sort.ts";
import { mapYielding } from "../../core/yielding.ts";
import { criteriaOf, type Criteria } from "./conditions.ts";
import { cursorKey, hashQuery, readCursor, writeCursor, type Position } from "./cursor.ts";
import { createEntryWriter } from "./entries.ts";
import { findMatchingRecords } from "./find-records.ts";
import { orderRows, type Ordered } from "./ordering.ts";
import type { SearchQuery } from "./query-schema.ts";
import { derivedSearch, type SearchReader, type SearchResponse } from "./search-reader.ts";
import type { SearchedResource } from "./searched-resources.ts";

/** The response to a query for a resource's records. @throws AppError 400 for a cursor of another query. */
export async function runSearch(
  context: ReadContext,
  resource: SearchedResource,
  query: SearchQuery,
): Promise<SearchResponse> {
  const { infrastructure } = context;
  refuseLongLink(resource, query);
  const { limit, cursor, count, ...asked } = query;
  // The same for all pages of a walk.
  const hash = hashQuery(`${resource.path} ${canonical(asked)}`);
  const position = cursor === undefined ? null : readCursor(cursor, hash, infrastructure);
  return derivedSearch(context, `${resource.path} ${canonical(query)}`, async (read) => {
    if (limit === undefined && Object.keys(asked).length === 0) return wholeList(read.noted.list(resource.path), count);
    const found = await findInOrder(read, resource, query);
    const { rows, order } = found;
    const start = position ? placeAfter(found, position) : 0;
    const page = limit === undefined ? rows : rows.slice(start, start + limit);
    const last = start + page.length < rows.length ? page.at(-1) : undefined;
    const next = last && writeCursor(keyOf(last, order), hash, infrastructure);
    return {
      body: await writeBody(page, createEntryWriter(read.noted, resource, query, found.criteria)),
      headers: {
        ...(next !== undefined && { Link: nextLink(resource.path, { ...asked, limit, count }, next) }),
        ...(count && { "X-Total-Count": String(rows.length) }),
      },
    };
  });
}

/** As `GET /api/shows` sends it. */
async function wholeList(list: List, count: SearchQuery["count"]): Promise<SearchResponse> {
  return { body: await ListBody.of(list), headers: count ? { "X-Total-Count": String(list.count) } : {} };
}

interface Found extends Ordered {
  readonly criteria: Criteria;
}

/** The records that fulfil all parameters, in the order that they ask for. */
export async function findInOrder(read: SearchReader, resource: SearchedResource, query: SearchQuery): Promise<Found> {
  const criteria = await criteriaOf(read, resource, query);
  const found = await findMatchingRecords(read, resource.path, criteria.conditions);
  return { criteria, ...(await orderRows(read, resource.path, query, criteria, found)) };
}

/** With a cursor, a `Link` is then below 8 kB. */
const maxLinkCharacters = 5_500;

/** @throws AppError 400 for parameters that are too long to be repeated in the address of the next page. */
function refuseLongLink({ path }: SearchedResource, { cursor: _, ...asked }: SearchQuery): void {
  if (asked.limit === undefined || nextLink(path, asked, "").length <= maxLinkCharacters) return;
  const [longest] = Object.entries(asked).toSorted(([, a], [, b]) => String(b).length - String(a).length);
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

function nextLink(path: string, { limit, ...asked }: SearchQuery, cursor: string): string {
  const given = Object.entries({ ...asked, limit, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  // A comma separates values and needs no encoding in a query (RFC 3986 §3.4).
  return `</api/search/${path}?${search.toString().replaceAll("%2C", ",")}>; rel="next"`;
}

async function writeBody(rows: readonly Row[], write: (row: Row) => string | null): Promise<Representation> {
  const entries = await mapYielding(rows, write);
  return new Representation(`[${entries.filter((entry) => entry !== null).join()}]`);
}
