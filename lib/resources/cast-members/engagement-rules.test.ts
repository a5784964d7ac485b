import { describe, expect, test } from "vitest";
import { engaged as e } from "../../../test/casts.ts";
import { engagementIssues, inOrderOfTime, withEnd } from "./engagement-rules.browser.ts";

const run = { first: "2020-01-10", last: null };
const today = "2026-11-23";

describe("two engagements", () => {
  test.each([
    ["follow each other by days", e("2021-01-01", "2021-05-31"), e("2021-06-01", null)],
    ["share only a month in which both can be over or begin", e("2021", "2021-06"), e("2021-06", "2022")],
    ["are in one year that does not say when", e("2021", "2021"), e("2021", "2021")],
    ["are of unknown days", e(null, null, true), e(null, null, true)],
    ["begin on an unknown day and go on, after one that ended", e("2021", "2022"), e(null, null)],
    ["begin in the future, after one that goes on", e("2021", null), e("2027-01-01", null)],
  ])("that %s are accepted", (_what, one, other) => {
    expect(engagementIssues([one, other], run, today)).toEqual([]);
    expect(engagementIssues([other, one], run, today)).toEqual([]);
  });

  test.each([
    ["a day", e("2021-01-01", "2021-06-01"), e("2021-06-01", "2021-07-01")],
    ["the days of an engagement within the other", e("2021-01-01", "2021-12-31"), e("2021-06", "2021-07")],
    ["today", e("2021", null), e("2022-03", null)],
    ["a year between them", e("2020", "2022"), e("2021", "2023")],
    ["the time since a day on which the person was seen", e(null, null, false, "2021-06"), e("2022", "2023")],
    ["the days between those seen", e(null, null, true, "2021-06", "2023-06"), e("2022", "2022-12-31")],
    ["the time since the later began", e("2021", null), e("2022", "2023")],
  ])("that share %s in every reading are refused", (_what, one, other) => {
    expect(engagementIssues([one, other], run, today)).toMatchObject([{ path: "engagements.1" }]);
    expect(engagementIssues([other, one], run, today)).toMatchObject([{ path: "engagements.1" }]);
  });
});

describe("an engagement", () => {
  test.each([
    ["engagements.0.to", e("2021-06", "2021-05-31")],
    ["engagements.0.to", e(null, "2020-01-09")],
    ["engagements.0.to", e(null, "2019")],
    ["engagements.0.ended", e("2026", "2026-11-24", true)],
    ["engagements.0.seen.0", e("2024-06-18", null, false, "2024-06-17")],
    ["engagements.0.seen.1", e("2024-06", null, false, "2024-06", "2024-05")],
    ["engagements.0.seen.0", e(null, "2024-06-16", false, "2024-06-17")],
    ["engagements.0.seen.0", e(null, "2024-06", true, "2024-07")],
    ["engagements.0.seen.0", e(null, null, false, "2026-11-24")],
    ["engagements.0.seen.0", e(null, null, true, "2026-12")],
  ])("is refused for %s", (path, one) => {
    expect(engagementIssues([one], run, today)).toMatchObject([{ path }]);
  });

  test.each([
    e("2021-06-30", "2021-06"),
    e("2021", "2021"),
    e(null, "2020"),
    e(null, "2020-01-10", true),
    e("2026", "2026-11-23", true),
    e("2026", "2026", true),
    e("2027", null),
    e("2024-06-30", "2024-07", false, "2024", "2024-06", "2024-07-31"),
    e(null, null, false, "2026-11-23", "2026"),
  ])("can be %j", (one) => {
    expect(engagementIssues([one], run, today)).toEqual([]);
  });

  test("is over once its last day is past in every reading", () => {
    const ended = (to: string) => withEnd(e(null, to), today).ended;

    expect(["2026-11-22", "2026-10", "2025"].map(ended)).toEqual([true, true, true]);
    expect(["2026-11-23", "2026-11", "2026", "2027"].map(ended)).toEqual([false, false, false, false]);
  });
});

test("engagements are in order of time", () => {
  const [unknown, early, month, late] = [
    e(null, "2020-03"),
    e("2020-04", "2020-05"),
    e("2021-02", "2021-03"),
    e("2021-05-01", null),
  ];

  const [seenEarly, seenTwice] = [e(null, null, true, "2020-02"), e("2022", null, false, "2025", "2023-01", "2025")];

  expect(inOrderOfTime([seenTwice, early, seenEarly], run, today)).toEqual([
    seenEarly,
    early,
    { ...seenTwice, seen: ["2023-01", "2025"] },
  ]);
  const [second, unknownEnd] = [e(null, "2024-04-07", true), e("2021-08-19", null, true)];

  expect(inOrderOfTime([second, unknownEnd], run, today)).toEqual([unknownEnd, second]);
  expect(inOrderOfTime([late, month, unknown, early], run, today)).toEqual([unknown, early, month, late]);
});
