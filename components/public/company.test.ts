import { expect, test } from "vitest";
import { windowOf } from "@/components/ui/charts/time-window";
import { engaged } from "@/test/casts";
import { changeBeside, changesOfCast, positionOfDay, rangeOf } from "./company";

const today = "2026-11-23";

/** The Mousetrap opened on this day. */
const long = { first: "1952-11-25", last: today };

test("a run of 74 years has a position for each of its days", () => {
  expect(positionOfDay(long.last, long)).toBe(27_026);
});

test("an open-ended run can be looked at until the last day of its bars", () => {
  const window = windowOf("2020-01-10", "2027-05-02");

  expect(rangeOf({ first: "2020-01-10", last: null }, window)).toEqual({ first: "2020-01-10", last: "2027-05-31" });
  expect(rangeOf({ first: "2020-01-10", last: "2021-02-03" }, window).last).toBe("2021-02-03");
});

test("the cast changes on first days, and on the days after last days, each once and within the run", () => {
  const cast = [
    { engagements: [engaged("2024-03", "2024-05-31"), engaged("2024-09-01", null)] },
    { engagements: [engaged("2024-06-01", "2024")] },
    { engagements: [engaged("2019-01-01", "2030-01-01")] },
  ];
  const days = changesOfCast(cast, { first: "2024-01-01", last: "2025-06-30" });

  expect(days).toEqual(["2024-03-01", "2024-06-01", "2024-09-01", "2025-01-01"]);
  expect(changeBeside(days, "2024-06-01", 1)).toBe("2024-09-01");
  expect(changeBeside(days, "2024-06-01", -1)).toBe("2024-03-01");
  expect([changeBeside(days, "2025-01-01", 1), changeBeside([], today, -1)]).toEqual([null, null]);
});
