import { describe, expect, test } from "vitest";
import { earliestDay, isPartialDate, latestDay } from "./partial-dates.browser.ts";

describe("a partial date", () => {
  test.each([
    ["2026", "2026-01-01", "2026-12-31"],
    ["2026-02", "2026-02-01", "2026-02-28"],
    ["2024-02", "2024-02-01", "2024-02-29"],
    ["1900-02", "1900-02-01", "1900-02-28"],
    ["2000-02", "2000-02-01", "2000-02-29"],
    ["2026-04", "2026-04-01", "2026-04-30"],
    ["2026-12", "2026-12-01", "2026-12-31"],
    ["2026-11-23", "2026-11-23", "2026-11-23"],
    ["0001", "0001-01-01", "0001-12-31"],
  ])("%s can mean any day from %s to %s", (partial, first, last) => {
    expect([earliestDay(partial), latestDay(partial)]).toEqual([first, last]);
  });

  test("is a year, a month or a day of the calendar, written in full", () => {
    const sound = ["2026", "2026-01", "2026-12", "2024-02-29", "0001-01-01", "9999-12-31"];
    const others = [
      ...["", "26", "0000", "0000-01", "02026", "2026-", "2026-1", "2026-00", "2026-13", "2026-1-1", "2026-02-30"],
      ...["2025-02-29", "2026-04-31", "2026-01-00", "2026-01-32", "2026-01-01T00:00", " 2026", "2026\n", "Mar 2026"],
    ];
    expect([...sound, ...others].filter(isPartialDate)).toEqual(sound);
  });
});
