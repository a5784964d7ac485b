import { describe, expect, test } from "vitest";
import { engagementIssues, inOrderOfTime, withEnd } from "./stints.browser.ts";

const run = { first: "2020-01-10", last: null };
const today = "2026-11-23";
const stint = (from: string | null, to: string | null, ended = false) => ({ from, to, ended, note: null });

describe("two stints", () => {
  test.each([
    ["follow each other by days", stint("2021-01-01", "2021-05-31"), stint("2021-06-01", null)],
    ["share only a month in which both can be over or begin", stint("2021", "2021-06"), stint("2021-06", "2022")],
    ["are in one year that does not say when", stint("2021", "2021"), stint("2021", "2021")],
    ["are of unknown days", stint(null, null, true), stint(null, null, true)],
    ["begin on an unknown day and go on, after one that ended", stint("2021", "2022"), stint(null, null)],
    ["begin in the future, after one that goes on", stint("2021", null), stint("2027-01-01", null)],
  ])("that %s are accepted", (_what, one, other) => {
    expect(engagementIssues([one, other], run, today)).toEqual([]);
    expect(engagementIssues([other, one], run, today)).toEqual([]);
  });

  test.each([
    ["a day", stint("2021-01-01", "2021-06-01"), stint("2021-06-01", "2021-07-01")],
    ["the days of a stint within the other", stint("2021-01-01", "2021-12-31"), stint("2021-06", "2021-07")],
    ["today", stint("2021", null), stint("2022-03", null)],
    ["a year between them", stint("2020", "2022"), stint("2021", "2023")],
    ["the time since the later began", stint("2021", null), stint("2022", "2023")],
  ])("that share %s in every reading are refused", (_what, one, other) => {
    expect(engagementIssues([one, other], run, today)).toMatchObject([{ path: "engagements.1" }]);
    expect(engagementIssues([other, one], run, today)).toMatchObject([{ path: "engagements.1" }]);
  });
});

describe("a stint", () => {
  test.each([
    ["engagements.0.to", stint("2021-06", "2021-05-31")],
    ["engagements.0.to", stint(null, "2020-01-09")],
    ["engagements.0.to", stint(null, "2019")],
    ["engagements.0.ended", stint("2026", "2026-11-24", true)],
  ])("is refused for %s", (path, one) => {
    expect(engagementIssues([one], run, today)).toMatchObject([{ path }]);
  });

  test.each([
    stint("2021-06-30", "2021-06"),
    stint("2021", "2021"),
    stint(null, "2020"),
    stint(null, "2020-01-10", true),
    stint("2026", "2026-11-23", true),
    stint("2026", "2026", true),
    stint("2027", null),
  ])("can be %j", (one) => {
    expect(engagementIssues([one], run, today)).toEqual([]);
  });

  test("is over once its last day is past in every reading", () => {
    const ended = (to: string) => withEnd(stint(null, to), today).ended;

    expect(["2026-11-22", "2026-10", "2025"].map(ended)).toEqual([true, true, true]);
    expect(["2026-11-23", "2026-11", "2026", "2027"].map(ended)).toEqual([false, false, false, false]);
  });
});

test("stints are in order of time", () => {
  const [unknown, early, month, late] = [
    stint(null, "2020-03"),
    stint("2020-04", "2020-05"),
    stint("2021-02", "2021-03"),
    stint("2021-05-01", null),
  ];

  const [second, unknownEnd] = [stint(null, "2024-04-07", true), stint("2021-08-19", null, true)];

  expect(inOrderOfTime([second, unknownEnd], run, today)).toEqual([unknownEnd, second]);
  expect(inOrderOfTime([late, month, unknown, early], run, today)).toEqual([unknown, early, month, late]);
});
