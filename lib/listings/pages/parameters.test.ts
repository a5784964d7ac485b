import { expect, test } from "vitest";
import { hasProblem, readDay, readText } from "./parameters.ts";

test("a day is read, with the spaces around it ignored", () => {
  expect(readDay(" 2025-03-14 ")).toEqual({ value: "2025-03-14", problem: null });
  expect(readDay(["1600-01-01"])).toEqual({ value: "1600-01-01", problem: null });
});

test.each([undefined, "", "  ", []])("without a day nothing is wrong: %o", (given) => {
  expect(readDay(given)).toEqual({ value: null, problem: null });
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
  const { value, problem } = readDay(given);

  expect(value).toBe(null);
  expect(problem).toContain(words);
});

test("a text needs a letter or a digit, and is no longer than a name", () => {
  expect(readText("wicked")).toEqual({ value: "wicked", problem: null });
  expect(readText("???").problem).toContain("no letter or digit");
  expect(readText("a".repeat(101)).problem).toContain("100 characters or fewer");
});

test("only the parameters that a page reads can be wrong", () => {
  const wrong = (path: string, query: string) => hasProblem(path.split("/"), new URLSearchParams(query));

  expect(wrong("on", "date=foo")).toBe(true);
  expect(wrong("on", "date=2025-03-14&utm_source=x&day=foo")).toBe(false);
  expect(wrong("shows/wicked", "on=foo")).toBe(true);
  expect(wrong("shows", "on=foo")).toBe(false);
  expect(wrong("who", "show=wicked&on=1599-01-01")).toBe(true);
  expect(wrong("search", "q=a&q=b")).toBe(true);
  expect(wrong("constructor", "date=foo")).toBe(false);
});
