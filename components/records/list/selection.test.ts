import { expect, test } from "vitest";
import { idsBetween } from "./selection";

test.each([
  ["a", "c", ["a", "b", "c"]],
  ["c", "a", ["a", "b", "c"]],
  ["gone", "c", ["c"]],
  ["a", "gone", ["gone"]],
])("a range from %s to %s is %j", (one, other, range) => {
  expect(idsBetween(["a", "b", "c", "d"], one, other)).toEqual(range);
});
