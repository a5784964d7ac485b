/** Orders of lists (contract §4), the same in every database whatever its collation. */

export type Comparison<Item> = (a: Item, b: Item) => number;

/** By the first of `comparisons` that tells the two apart. */
export function inOrderOf<Item>(...comparisons: Comparison<Item>[]): Comparison<Item> {
  return (a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Ascending by what `of` gives: texts by their character codes, numbers by size, nulls last. */
export function by<Item>(of: (item: Item) => string | number | null): Comparison<Item> {
  return (a, b) => compareValues(of(a), of(b));
}

export function descending<Item>(compare: Comparison<Item>): Comparison<Item> {
  return (a, b) => compare(b, a);
}

/** By name without regard to case, then by id. */
export const byName: Comparison<{ id: string; name: string }> = inOrderOf(
  by((item) => item.name.toLowerCase()),
  by((item) => item.id),
);

function compareValues(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
