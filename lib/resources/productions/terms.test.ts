import { describe, expect, test } from "vitest";
import { daysToClosing, describeRun } from "./terms.browser.ts";

const run = (opening_date: string, closing_date: string | null) => ({ opening_date, closing_date });

describe("a run in words", () => {
  test.each([
    ["2026-01-01", null, "running"],
    ["2026-01-01", "2026-03-14", "running"],
    ["2026-01-01", "2026-03-13", "closes in 14 days"],
    ["2026-01-01", "2026-03-08", "closes in 9 days"],
    ["2026-01-01", "2026-02-28", "closes tomorrow"],
    ["2026-02-27", "2026-02-27", "closes today"],
    ["2026-01-01", "2026-02-26", "closed"],
    ["2026-02-28", "2026-03-01", "upcoming"],
  ])("from %s to %s is %j on 27 February 2026", (opens, closes, words) => {
    expect(describeRun(run(opens, closes), "2026-02-27")).toBe(words);
  });

  test("counts calendar days, also when the clocks change", () => {
    expect(daysToClosing(run("2026-01-01", "2026-03-30"), "2026-03-28")).toBe(2);
    expect(daysToClosing(run("2026-01-01", "2026-11-01"), "2026-10-24")).toBe(8);
  });
});
