import { expect, test } from "vitest";
import { windowOf } from "@/components/ui/charts/time-window";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import {
  castOnDay,
  changeBeside,
  changesOfCast,
  dayAfterKey,
  dayAtPosition,
  nearestDay,
  positionOfDay,
  rangeOf,
} from "./days-of-run";

const today = "2026-11-23";
/** The Mousetrap opened on this day. */
const long = { first: "1952-11-25", last: today };
const engagementOf = (from: string | null, to: string | null) => ({ from, to, ended: false, note: null });

test("a run of 74 years has a position for each of its days", () => {
  expect(positionOfDay(long.last, long)).toBe(27_026);
  expect(dayAtPosition(0, long)).toBe(long.first);
  expect(dayAtPosition(27_026, long)).toBe(today);
  for (const day of ["1960-02-29", "1999-12-31", "2000-03-01"])
    expect(dayAtPosition(positionOfDay(day, long), long)).toBe(day);
});

test("an open-ended run can be looked at until the last day of its bars", () => {
  const window = windowOf("2020-01-10", "2027-05-02");

  expect(rangeOf({ first: "2020-01-10", last: null }, window)).toEqual({ first: "2020-01-10", last: "2027-05-31" });
  expect(rangeOf({ first: "2020-01-10", last: "2021-02-03" }, window).last).toBe("2021-02-03");
});

test("Page Up and Down go to the same day of another month, or to the end of it, within the run", () => {
  const range = { first: "2024-01-10", last: "2024-12-05" };
  const after = (key: string, day: string) => dayAfterKey(key, day, range);

  expect(after("PageUp", "2024-01-31")).toBe("2024-02-29");
  expect(after("PageDown", "2024-03-31")).toBe("2024-02-29");
  expect(after("PageDown", "2024-02-01")).toBe(range.first);
  expect(after("PageUp", "2024-11-20")).toBe(range.last);
  expect(after("ArrowLeft", "2024-03-31")).toBeNull();
});

test("a day outside of the run is the nearest of its days", () => {
  const nearest = ["1900-01-01", "1999-05-05", "2100-01-01"].map((day) => nearestDay(day, long));
  expect(nearest).toEqual([long.first, "1999-05-05", long.last]);
});

test("the cast changes on first days, and on the days after last days, each once and within the run", () => {
  const cast = [
    { engagements: [engagementOf("2024-03", "2024-05-31"), engagementOf("2024-09-01", null)] },
    { engagements: [engagementOf("2024-06-01", "2024")] },
    { engagements: [engagementOf("2019-01-01", "2030-01-01")] },
  ];
  const days = changesOfCast(cast, { first: "2024-01-01", last: "2025-06-30" });

  expect(days).toEqual(["2024-03-01", "2024-06-01", "2024-09-01", "2025-01-01"]);
  expect(changeBeside(days, "2024-06-01", 1)).toBe("2024-09-01");
  expect(changeBeside(days, "2024-06-01", -1)).toBe("2024-03-01");
  expect([changeBeside(days, "2025-01-01", 1), changeBeside([], today, -1)]).toEqual([null, null]);
});

test("the cast of a day is split into what is certain, what is possible and what has no dates", () => {
  const entry = (id: string, engagements: CastEntry["engagements"]) =>
    ({ id, engagements, dated: engagements.length > 0 }) as CastEntry;
  const cast = [
    entry("certain", [engagementOf("2020-01-10", null)]),
    entry("possible", [engagementOf("2020", "2020")]),
    entry("undated", []),
    entry("gone", [engagementOf(null, "2020-05-31")]),
  ];
  const run = { first: "2020-01-10", last: null };
  const { certain, possible, undated } = castOnDay(cast, "2020-06-01", run, today);

  const ids = [certain, possible, undated].map((group) => group.map(({ id }) => id));
  expect(ids).toEqual([["certain"], ["possible"], ["undated"]]);
  expect(castOnDay(cast, "2019-12-31", run, today)).toEqual({ certain: [], possible: [], undated: [] });
});
