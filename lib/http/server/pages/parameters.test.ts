import { expect, test } from "vitest";
import { readChoice, readDay, readText } from "./parameters.ts";

test.each([
  [" 2025-03-14 ", "2025-03-14"],
  [["1600-01-01"], "1600-01-01"],
  [undefined, null],
  ["", null],
  ["  ", null],
  [[], null],
])("%o is a day, or none, with the spaces around it ignored", (given, value) => {
  expect(readDay(given)).toEqual({ value, problem: null });
});

test.each([
  ["foo", "“foo” is not a day."],
  ["2025-02-30", "“2025-02-30” is not a day."],
  ["14 March 2025", "Write it as 2025-03-14"],
  ["1599-12-31", "between 1600 and 2100"],
  ["2101-01-01", "between 1600 and 2100"],
  ["9".repeat(500), `${"9".repeat(40)}…`],
  [["2025-03-14", "2025-03-15"], "The address has 2 days. Choose one."],
])("a day that means nothing is refused in words: %o", (given, words) => {
  expect(readDay(given)).toEqual({ value: null, problem: expect.stringContaining(words) });
});

test("a text needs a letter or a digit, and is no longer than a name", () => {
  expect(readText("wicked")).toEqual({ value: "wicked", problem: null });
  for (const text of ["???", "\u3164"]) expect(readText(text).problem).toContain("no letter or digit");
  expect(readText("a".repeat(101)).problem).toContain("100 characters or fewer");
});

test("a choice is one of its words, once; others are refused with the words to choose from", () => {
  const read = (given: string | string[] | undefined) => readChoice(given, ["musical", "play"]);
  expect([read(" play ").value, read(undefined)]).toEqual(["play", { value: null, problem: null }]);
  expect(read("opera").problem).toBe("“opera” is not a choice here. Choose musical, play.");
  expect(read("Play").problem).toContain("“Play” is not a choice");
  expect(read(["play", "musical"]).problem).toBe("The address has 2 choices. Choose one.");
});
