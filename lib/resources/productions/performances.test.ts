import { describe, expect, test } from "vitest";
import {
  performancesBetween,
  performancesOn,
  startOf,
  timetableIssues,
  type Timetable,
} from "./performances.browser.ts";
import { productionDetails } from "./schema.browser.ts";

const run = { first: "2026-10-01", last: "2027-03-28" };
const timetable = productionDetails.pick({ schedule: true, performances: true });
const parsed = (schedule: object[], performances: object[] = []): Timetable =>
  timetable.parse({ schedule, performances });
const evenings = ["tue", "wed", "thu", "fri", "sat"].map((day) => ({ day, time: "19:30" }));
const week = [...evenings, { day: "wed", time: "14:30" }, { day: "sat", time: "14:30" }];
const untilChristmas = week.map((entry) => ({ ...entry, to: "2026-12-20" }));
const fromChristmas = [{ day: "sun", time: "15:00", from: "2026-12-21" }];
/** @param special performances beside the schedule, such as `2026-11-28 14:30 cancelled`. */
const beside = (schedule: object[], ...special: string[]) =>
  parsed(
    schedule,
    special.map((text) => {
      const [date, time, kind] = text.split(" ");
      return { date, time, kind };
    }),
  );
const changing = parsed([...untilChristmas, ...fromChristmas]);

/** By hand: 28 November 2026 is a Saturday. */
test.each<[string, string, Timetable, string | null]>([
  ["a Saturday has both", "2026-11-28", parsed(week), "14:30 19:30"],
  ["a Monday has none", "2026-11-30", parsed(week), ""],
  ["a day before the run has none", "2026-09-30", parsed(week), ""],
  ["the last day has its own", "2027-03-28", parsed([{ day: "sun", time: "15:00" }]), "15:00"],
  ["a day after the run has none", "2027-03-29", parsed(week), ""],
  ["without a schedule nothing is known", "2026-11-28", parsed([]), null],
  ["beside the periods nothing is known", "2026-12-29", parsed(untilChristmas), null],
  ["a schedule changes on a day: the last of the first", "2026-12-19", changing, "14:30 19:30"],
  ["a schedule changes on a day: the first of the second", "2026-12-27", changing, "15:00"],
  ["a cancelled matinee", "2026-11-28", beside(week, "2026-11-28 14:30 cancelled"), "19:30"],
  ["all cancelled", "2026-11-27", beside(week, "2026-11-27 19:30 cancelled"), ""],
  ["an added one", "2026-11-30", beside(week, "2026-11-30 19:00 added"), "19:00"],
  ["an added one without a schedule", "2026-11-30", beside([], "2026-11-30 19:00 added"), "19:00"],
  ["two at the same time", "2026-11-28", beside(week, "2026-11-28 19:30 added"), "14:30 19:30"],
  [
    "a captioned one beside the schedule",
    "2026-11-28",
    beside(week, "2026-11-28 14:30 captioned"),
    "14:30(captioned) 19:30",
  ],
  [
    "a signed and relaxed one that the schedule has not",
    "2026-11-29",
    beside(week, "2026-11-29 13:00 relaxed", "2026-11-29 13:00 bsl"),
    "13:00(bsl,relaxed)",
  ],
])("%s", (_case, day, given, expected) => {
  const found = performancesOn(day, given, run);
  const said = found?.map(({ time, access }) => time + (access.length > 0 ? `(${access.join()})` : "")).join(" ");
  expect(said ?? null).toBe(expected);
});

test("the performances of a span leave out days of which nothing is known", () => {
  const found = performancesBetween("2026-12-18", "2026-12-27", changing, run);
  expect(found.map(({ date, time }) => `${date} ${time}`)).toEqual([
    "2026-12-18 19:30",
    "2026-12-19 14:30",
    "2026-12-19 19:30",
    "2026-12-27 15:00",
  ]);
});

test.each([
  ["2026-11-28", "19:30", "+00:00"],
  ["2026-07-01", "19:30", "+01:00"],
  ["2026-10-24", "19:30", "+01:00"],
  ["2026-10-25", "15:00", "+00:00"],
  ["2027-03-27", "19:30", "+00:00"],
  ["2027-03-28", "15:00", "+01:00"],
])("the clock of %s at %s is %s", (date, time, offset) => {
  expect(startOf({ date, time })).toBe(`${date}T${time}:00${offset}`);
});

describe("refuses", () => {
  test.each<[string, Timetable, string[]]>([
    [
      "a period that ends before it begins",
      parsed([{ day: "mon", time: "19:30", from: "2026-12-02", to: "2026-12-01" }]),
      ["schedule.0.to"],
    ],
    [
      "the same day and time in periods that overlap",
      parsed([...evenings, { day: "fri", time: "19:30", from: "2027-01-01" }]),
      ["schedule.5"],
    ],
    [
      "nothing in periods that follow each other",
      parsed([
        { day: "fri", time: "19:30", to: "2026-12-31" },
        { day: "fri", time: "19:30", from: "2027-01-01" },
      ]),
      [],
    ],
    ["a day outside of the run", beside([], "2027-03-29 19:30 added"), ["performances.0.date"]],
    ["the same twice", beside([], "2026-11-28 19:30 bsl", "2026-11-28 19:30 bsl"), ["performances.1"]],
    ["to cancel what is not scheduled", beside(week, "2026-11-29 19:30 cancelled"), ["performances.0"]],
    [
      "to cancel what is captioned",
      beside(week, "2026-11-28 19:30 cancelled", "2026-11-28 19:30 captioned"),
      ["performances.0"],
    ],
  ])("%s", (_case, given, paths) => {
    expect(timetableIssues(given, run).map(({ path }) => path)).toEqual(paths);
  });
});
