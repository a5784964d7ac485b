import { formatDay, partialDateInWords } from "@/lib/core/date-words.browser";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatFullDay } from "@/components/ui/calendar";
import { isDay, readPartialDate, typedDay } from "./typed-day";

const today = "2026-02-27";

describe("a typed day", () => {
  test.each([
    ["2026-09-03", "2026-09-03"],
    ["3/9/2026", "2026-09-03"],
    ["3-9-26", "2026-09-03"],
    ["3 Sept 26", "2026-09-03"],
    ["3rd September, 2026", "2026-09-03"],
    ["today", "2026-02-27"],
    ["Tomorrow", "2026-02-28"],
    ["+2", "2026-03-01"],
    ["yesterday", "2026-02-26"],
    // 27 February 2026 is a Friday.
    ["Friday", "2026-02-27"],
    ["sat", "2026-02-28"],
    ["Thursday", "2026-03-05"],
    ["next friday", "2026-03-06"],
    ["1 mar", "2026-03-01"],
    ["1st of December", "2026-12-01"],
    ["27 Feb", "2026-02-27"],
    ["26 Feb", "2027-02-26"],
    ["29 feb", "2028-02-29"],
    ["December 1st, 2026", "2026-12-01"],
    [formatDay("2028-02-29"), "2028-02-29"],
  ])("%j is %s", (typed, expected) => {
    expect(typedDay(typed, today)).toBe(expected);
  });

  test.each(["", "soon", "3 Foo 2026", "12345", "3/9", "+12345", "month", "in weeks", "next foo", "foo 3"])(
    "%j stays as it is",
    (typed) => {
      expect(typedDay(typed, today)).toBe(typed);
    },
  );

  test("a day beyond the end of its month is passed on for the schema to refuse", () => {
    expect(typedDay("31/2/2026", today)).toBe("2026-02-31");
    expect(isDay("2026-02-31")).toBe(false);
  });

  test.each([
    ["Dec 31", "2026-12-31", "2026-12-31"],
    ["next Monday", "2026-03-01", "2026-03-02"],
    ["31 feb", "2026-02-27", "2026-02-31"],
  ])("%j on %s is %s", (typed, now, expected) => {
    expect(typedDay(typed, now)).toBe(expected);
  });

  test.each(["2026-2-3", "2026-02-30", "2025-02-29", "2026-13-01", "", "today"])("%j is no calendar day", (text) => {
    expect(isDay(text)).toBe(false);
  });
});

test("a day has its weekday, independent of time zones", () => {
  // Whether ICU writes a comma after the weekday depends on its version.
  expect(formatFullDay("2026-03-29")).toMatch(/^Sunday,? 29 March 2026$/);
});

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
    expect(readPartialDate(typed, "2026-11-23")).toBe(expected);
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
    expect(readPartialDate(typed, "2026-11-23")).toBeUndefined();
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
