import "server-only";
import { mapInTurns, sortInTurns } from "./yielding.ts";

/** Sort orders of lists (contract §4), independent of the database's collation. */

type Value = string | number | null;

/** A criterion of a sort order. */
export interface Criterion<Item> {
  of(item: Item): Value;
  readonly isDescending: boolean;
}

/** Later criteria break the ties of earlier ones. */
export type Order<Item> = readonly Criterion<Item>[];

/** Ascending by the value of `of`: texts by code units, numbers by size, nulls last. */
export function by<Item>(of: (item: Item) => Value): Criterion<Item> {
  return { of, isDescending: false };
}

/** Descending, nulls first. */
export function descendingBy<Item>(of: (item: Item) => Value): Criterion<Item> {
  return { of, isDescending: true };
}

/** By name without regard to case, then by id. */
export const byName: Order<{ record: { id: string; name: string } }> = [
  by(({ record }) => record.name.toLowerCase()),
  by(({ record }) => record.id),
];

/** Sorts `items` without blocking the event loop. Computes each item's values once. */
export async function inOrder<Item>(items: readonly Item[], order: Order<Item>): Promise<Item[]> {
  const columns: { values: Value[]; sign: number }[] = [];
  for (const { of, isDescending } of order)
    columns.push({ values: await mapInTurns(items, of), sign: isDescending ? -1 : 1 });
  const compare = (a: number, b: number) => {
    for (const { values, sign } of columns) {
      const difference = compareValues(values[a] ?? null, values[b] ?? null);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
  const places = await sortInTurns([...items.keys()], compare);
  return places.map((place) => items[place] as Item);
}

function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
