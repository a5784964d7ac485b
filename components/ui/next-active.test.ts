import { expect, test } from "vitest";
import { nextActive } from "./next-active";

test.each([
  ["ArrowDown", 0, 3, 1],
  ["ArrowDown", 2, 3, 0],
  ["ArrowUp", 0, 3, 2],
  ["ArrowUp", -1, 0, 0],
  ["Home", 2, 3, 0],
  ["End", 0, 3, 2],
  ["End", -1, 0, 0],
  ["Enter", 1, 3, null],
])("%s moves from option %i of %i to %j", (key, active, count, next) => {
  expect(nextActive(key, active, count)).toBe(next);
});
