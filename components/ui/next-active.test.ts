import { expect, test } from "vitest";
import { nextActive } from "./next-active";

test("the arrows lead through the options, from the last to the first and back", () => {
  expect(nextActive("ArrowDown", 0, 3)).toBe(1);
  expect(nextActive("ArrowDown", 2, 3)).toBe(0);
  expect(nextActive("ArrowUp", 2, 3)).toBe(1);
  expect(nextActive("ArrowUp", 0, 3)).toBe(2);
});

test("where there are no options an arrow leads nowhere, and other keys never do", () => {
  expect(nextActive("ArrowUp", -1, 0)).toBe(0);
  expect(nextActive("Enter", 1, 3)).toBeNull();
  expect(nextActive("a", 1, 3)).toBeNull();
});
