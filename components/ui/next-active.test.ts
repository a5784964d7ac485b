import { expect, test } from "vitest";
import { nextActive } from "./next-active";

test("arrow keys move through the options and wrap around", () => {
  expect(nextActive("ArrowDown", 0, 3)).toBe(1);
  expect(nextActive("ArrowDown", 2, 3)).toBe(0);
  expect(nextActive("ArrowUp", 2, 3)).toBe(1);
  expect(nextActive("ArrowUp", 0, 3)).toBe(2);
});

test("Home and End move to the first and the last option", () => {
  expect(nextActive("Home", 2, 3)).toBe(0);
  expect(nextActive("End", 0, 3)).toBe(2);
  expect(nextActive("End", -1, 0)).toBe(0);
});

test("without options an arrow key stays at 0, and other keys never move", () => {
  expect(nextActive("ArrowUp", -1, 0)).toBe(0);
  expect(nextActive("Enter", 1, 3)).toBeNull();
  expect(nextActive("a", 1, 3)).toBeNull();
});
