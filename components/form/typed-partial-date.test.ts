import { partialDateInWords } from "@/lib/core/date-words.browser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import { readPartialDate } from "./typed-day";

const today = "2026-11-23";

describe("a typed date that may be imprecise", () => {
  test.each([
    [" 1986 ", "1986"],
    ["2026-3", "2026-03"],
    ["2026/03", "2026-03"],
    ["3/2026", "2026-03"],
    ["Mar 2026", "2026-03"],
    ["14 Mar 2026", "2026-03-14"],
    ["14th March, 2026", "2026-03-14"],
    ["March 14, 2026", "2026-03-14"],
    ["14/3/2026", "2026-03-14"],
    ["29 Feb 2024", "2024-02-29"],
    ["yesterday", "2026-11-22"],
    ["next friday", "2026-12-04"],
  ])("%j is %s", (typed, expected) => {
    expect(readPartialDate(typed, today)).toBe(expected);
  });

  test.each([
    ["", "is empty"],
    ["spring 2026", "is no month"],
    ["13/2026", "has no such month"],
    ["29 Feb 2026", "has no such day"],
    ["0000", "is before the first year"],
    ["26", "may be a day or a year"],
    ["Mar", "has no year"],
    ["Mar 26", "may be a day or a year"],
    ["1 Mar", "has no year"],
  ])("%j is not understood: it %s", (typed) => {
    expect(readPartialDate(typed, today)).toBeUndefined();
  });

  test("every partial date is understood as it is stored, and as it reads in words", () => {
    const day = fc
      .date({ min: new Date("1600-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.constantFrom(4, 7, 10), (full, length) => {
        const partial = full.slice(0, length);

        expect(isPartialDate(partial)).toBe(true);
        expect(readPartialDate(partial, today)).toBe(partial);
        expect(readPartialDate(partialDateInWords(partial), today)).toBe(partial);
      }),
    );
  });
});
