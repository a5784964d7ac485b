import { expect, test } from "vitest";
import { ticksUpTo } from "./usage-chart";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [27, [0, 10, 20, 30]],
  [10_434, [0, 5_000, 10_000, 15_000]],
])("the axis of values up to %i has the figures %j", (greatest, ticks) => {
  expect(ticksUpTo(greatest)).toEqual(ticks);
});
