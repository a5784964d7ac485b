import "server-only";
import { mapYielding, sortYielding } from "./yielding.ts";

/** Sort orders of lists (contract §4), independent of the database's collation. */

type Value = string | number | null;

/** A criterion of a sort order. */
export interface SortKey<Item> {
  value(item: Item): Value;
  readonly isDescending: boolean;
}

/** Later criteria break the ties of earlier ones. */
export type SortOrder<Item> = readonly SortKey<Item>[];

/** Ascending by the value of `value`: texts by code units, numbers by size, nulls last. */
export function ascending<Item>(of: (item: Item) => Value): SortKey<Item> {
  return { value: of, isDescending: false };
}

/** Descending, nulls first. */
export function descending<Item>(of: (item: Item) => Value): SortKey<Item> {
  return { value: of, isDescending: true };
}

/** By name without regard to case, then by id. */
export const byNameThenId: SortOrder<{ record: { id: string; name: string } }> = [
  ascending(({ record }) => record.name.toLowerCase()),
  ascending(({ record }) => record.id),
];

/** Sorts `items` without blocking the event loop. Computes each item's values once. */
export async function sortBy<Item>(items: readonly Item[], order: SortOrder<Item>): Promise<Item[]> {
  const columns: { values: Value[]; sign: number }[] = [];
  for (const { value: of, isDescending } of order)
    columns.push({ values: await mapYielding(items, of), sign: isDescending ? -1 : 1 });
  const compare = (a: number, b: number) => {
    for (const { values, sign } of columns) {
      const difference = compareValues(values[a] ?? null, values[b] ?? null);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
  const places = await sortYielding([...items.keys()], compare);
  return places.map((place) => items[place] as Item);
}

function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
