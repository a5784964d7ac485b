import "server-only";
import { mapYielding, sortYielding } from "./yielding.ts";

/** Sort orders of lists (contract §4), independent of the database's collation. */

export type SortValue = string | number | null;

export interface SortKey<Item> {
  value(item: Item): SortValue;
  readonly isDescending: boolean;
}

/** Later criteria break the ties of earlier ones. */
export type SortOrder<Item> = readonly SortKey<Item>[];

/** Ascending by the value of `value`: texts by code units, numbers by size, nulls last. */
export function ascending<Item>(of: (item: Item) => SortValue): SortKey<Item> {
  return { value: of, isDescending: false };
}

/** Descending, nulls first. */
export function descending<Item>(of: (item: Item) => SortValue): SortKey<Item> {
  return { value: of, isDescending: true };
}

/** By name without regard to case, then by id. */
export const byNameThenId: SortOrder<{ record: { id: string; name: string } }> = [
  ascending(({ record }) => record.name.toLowerCase()),
  ascending(({ record }) => record.id),
];

export function keyOf<Item>(item: Item, order: SortOrder<Item>): SortValue[] {
  return order.map((key) => key.value(item));
}

export function compareKeys(a: readonly SortValue[], b: readonly SortValue[], order: SortOrder<never>): number {
  for (let index = 0; index < order.length; index += 1) {
    const difference = compareValues(a[index] ?? null, b[index] ?? null);
    if (difference !== 0) return order[index]?.isDescending ? -difference : difference;
  }
  return 0;
}

/** Compares two items, criterion by criterion. */
export function compareBy<Item>(a: Item, b: Item, order: SortOrder<Item>): number {
  for (const { value, isDescending } of order) {
    const difference = compareValues(value(a), value(b));
    if (difference !== 0) return isDescending ? -difference : difference;
  }
  return 0;
}

/** Sorts `items` without blocking the event loop. Computes each item's key once. */
export async function sortBy<Item>(items: readonly Item[], order: SortOrder<Item>): Promise<Item[]> {
  const keyed = await mapYielding(items, (item) => ({ item, key: keyOf(item, order) }));
  return (await sortYielding(keyed, (a, b) => compareKeys(a.key, b.key, order))).map(({ item }) => item);
}

/** The first index in a sorted list whose item is not before the one that is looked for. */
export function lowerBound<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // Below `high`, so there is an item.
    if (isBefore(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Texts by code units, numbers by size, nulls last. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
