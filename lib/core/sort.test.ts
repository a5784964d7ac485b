import fc from "fast-check";
import { expect, test } from "vitest";
import { ascending, byNameThenId, descending, sortBy } from "./sort.ts";

const item = fc.record({
  id: fc.string({ maxLength: 2 }),
  name: fc.string({ maxLength: 2 }),
  size: fc.option(fc.integer({ min: 0, max: 3 })),
});

test("a list is ordered by its criteria in turn, nulls last", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 700 }), async (items) => {
      const rank = (size: number | null) => size ?? Infinity;
      const expected = items.toSorted((a, b) =>
        rank(a.size) === rank(b.size) ? compare(b.id, a.id) : rank(a.size) - rank(b.size),
      );
      expect(await sortBy(items, [ascending(({ size }) => size), descending(({ id }) => id)])).toEqual(expected);
    }),
  );
});

test("names are ordered without regard to case, equal ones by id", async () => {
  const named = [
    { id: "c", name: "cats" },
    { id: "b", name: "Cats" },
    { id: "a", name: "Évita" },
    { id: "d", name: "annie" },
  ].map((record) => ({ record }));
  expect((await sortBy(named, byNameThenId)).map(({ record }) => record.id)).toEqual(["d", "b", "c", "a"]);
});

test("equal items keep their order", async () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({ index, same: 1 }));
  expect(await sortBy(items, [ascending(({ same }) => same)])).toEqual(items);
});

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
