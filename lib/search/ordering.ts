import "server-only";
import { z } from "zod";
import type { FlatRecord } from "../audit-log/queries.ts";
import type { ResourcePath } from "../resources/nouns.ts";
import { resourceAt } from "../resources/resources.ts";
import { mapYielding, sortYielding } from "../yielding.ts";
import type { Criteria } from "./conditions.ts";
import type { Question } from "./query-schema.ts";
import type { SearchIndex } from "./search-index.ts";

/** What a record is ordered by. */
export type OrderKey = readonly (string | number | null)[];

/** How the records of an answer are ordered, so that a page can begin after a record that is no longer there. */
export interface Ordering {
  /** The places in their order. */
  readonly places: readonly number[];
  keyOf(place: number): OrderKey;
  compare(a: OrderKey, b: OrderKey): number;
}

/** `sort` decides, else the distance, else the rank of the names, else the order of the list. */
export async function orderPlaces(
  index: SearchIndex,
  path: ResourcePath,
  { sort, near }: Question,
  { rank, distance }: Criteria,
  places: readonly number[],
): Promise<Ordering> {
  if (sort) return sorted(index, path, sort, places);
  const list = await listOrder(index, path);
  const first = near !== undefined && distance ? distance : rank ? (place: number) => rank(place) ?? 0 : null;
  if (!first) return { places, ...list };
  const values = await mapYielding(places, first);
  // Of places at the same distance the one with the lower id is first; of the same rank, the first of the list.
  const rest = distance && near !== undefined ? await byId(index, path) : list;
  const placeAt = (at: number) => places[at] ?? 0;
  const order = await sortYielding([...places.keys()], (a, b) => {
    const difference = (values[a] ?? 0) - (values[b] ?? 0);
    if (difference !== 0) return difference;
    return rest === list ? a - b : rest.compare(rest.keyOf(placeAt(a)), rest.keyOf(placeAt(b)));
  });
  return {
    places: order.map(placeAt),
    keyOf: (place) => [first(place), ...rest.keyOf(place)],
    compare: ([a = null, ...restOfA], [b = null, ...restOfB]) =>
      compareValues(a, b, false) || rest.compare(restOfA, restOfB),
  };
}

type Keys = Omit<Ordering, "places">;

/** A smaller share of the list is sorted by itself. */
const shareToSort = 20;

async function listOrder(index: SearchIndex, path: ResourcePath): Promise<Keys> {
  const { serialized } = await index.list(path);
  const { order } = resourceAt(path);
  return {
    keyOf: (place) => {
      const entry = JSON.parse(serialized[place]?.entry ?? "{}") as FlatRecord;
      return order.map((key) => key.value({ record: entry, embedded: entry }));
    },
    compare: compareBy(order.map(({ isDescending }) => isDescending)),
  };
}

async function byId(index: SearchIndex, path: ResourcePath): Promise<Keys> {
  const { serialized } = await index.list(path);
  return { keyOf: (place) => [serialized[place]?.id ?? ""], compare: compareBy([false]) };
}

/** The whole list is sorted once for a version, because the next question often has the same `sort`. */
async function sorted(
  index: SearchIndex,
  path: ResourcePath,
  sort: readonly string[],
  places: readonly number[],
): Promise<Ordering> {
  const { serialized } = await index.list(path);
  const fields = sort.map((one) => one.replace("-", ""));
  const columns = await Promise.all(fields.map((field) => sortColumn(index, path, field)));
  const directions = sort.map((one) => one.startsWith("-"));
  const comparePlaces = (a: number, b: number) => {
    for (const [index, column] of columns.entries()) {
      const difference = compareValues(column[a] ?? null, column[b] ?? null, directions[index] === true);
      if (difference !== 0) return difference;
    }
    return compareValues(serialized[a]?.id ?? "", serialized[b]?.id ?? "", false);
  };
  const keys: Keys = {
    keyOf: (place) => [...columns.map((column) => column[place] ?? null), serialized[place]?.id ?? ""],
    compare: compareBy([...directions, false]),
  };
  if (places.length < serialized.length / shareToSort)
    return { places: await sortYielding(places, comparePlaces), ...keys };
  const all = await index.sortedPlaces(`${path} ${sort.join()}`, () =>
    sortYielding([...serialized.keys()], comparePlaces),
  );
  const isWanted = new Uint8Array(serialized.length);
  for (const place of places) isWanted[place] = 1;
  return { places: all.filter((place) => isWanted[place] === 1), ...keys };
}

/** Texts without regard to case, enums by their order. */
function sortColumn(
  index: SearchIndex,
  path: ResourcePath,
  field: string,
): Promise<readonly (string | number | null)[]> {
  return index.part(`column ${path} ${field}`, async () => {
    const schema: unknown = resourceAt(path).record.shape[field];
    const values = enumValues(schema);
    return mapYielding(await index.records(path), (record) => {
      const value = record[field];
      if (typeof value === "string") return values ? values.indexOf(value) : value.toLowerCase();
      return typeof value === "number" ? value : null;
    });
  });
}

function enumValues(schema: unknown): readonly string[] | null {
  const inner: unknown = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
}

function compareBy(isDescending: readonly boolean[]): Ordering["compare"] {
  return (a, b) => {
    for (const [index, down] of isDescending.entries()) {
      const difference = compareValues(a[index] ?? null, b[index] ?? null, down);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** Null is last in both directions. */
function compareValues(a: string | number | null, b: string | number | null, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b === isDescending ? 1 : -1;
}
