import fc from "fast-check";
import { expect, test } from "vitest";
import { ticksUpTo } from "./value-axis";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [27, [0, 10, 20, 30]],
  [10_434, [0, 5_000, 10_000, 15_000]],
])("the axis of values up to %i has the figures %j", (greatest, ticks) => {
  expect(ticksUpTo(greatest)).toEqual(ticks);
});

test("an axis has whole figures at equal distances, no more than six, and holds every value", () => {
  fc.assert(
    fc.property(fc.nat({ max: 2_000_000 }), (greatest) => {
      const ticks = ticksUpTo(greatest);
      const [first, step = 0] = ticks;
      expect(first).toBe(0);
      expect(ticks).toEqual(ticks.map((_tick, index) => index * step));
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest);
    }),
  );
});
