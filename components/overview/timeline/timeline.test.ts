import { describe, expect, test } from "vitest";
import {
  daysIn,
  firstDay,
  lastDay,
  monthStarts,
  movedWindow,
  positionOf,
  windowAround,
  windowOf,
  zoomedWindow,
} from "@/components/ui/charts/time-window";
import { houseRows, type HouseRun } from "./house-rows";

const year = windowAround("2026-05-15", 12);

describe("a window", () => {
  test("begins a third of its months before the day, and ends by the year 9999", () => {
    expect([firstDay(year), lastDay(year), daysIn(year)]).toEqual(["2026-01-01", "2026-12-31", 365]);
    const ends = ["9999-12-31", "+010000-02"].map((last) => lastDay(windowOf("2026-01-01", last)));
    expect(ends).toEqual(["9999-12-31", "9999-12-31"]);
  });

  test("moves and zooms by whole months, also over the turn of a year", () => {
    expect(firstDay(movedWindow(year, -2))).toBe("2025-11-01");
    expect(lastDay(movedWindow(year, 2))).toBe("2027-02-28");
    const half = zoomedWindow(year, -1);
    expect([firstDay(half), lastDay(half)]).toEqual(["2026-04-01", "2026-09-30"]);
    expect(zoomedWindow(half, 1)).toEqual(year);
  });

  test("zooming ends at one month and at five years", () => {
    const [month, long] = [1, 60].map((months) => ({ ...year, months })) as [typeof year, typeof year];
    expect([zoomedWindow(month, -1), zoomedWindow(long, 1)]).toEqual([month, long]);
  });

  test("its first day is at 0, and the day after its last at 1", () => {
    expect(positionOf(year, "2026-01-01")).toBe(0);
    expect(positionOf(year, "2027-01-01")).toBe(1);
    expect(monthStarts(year).at(-1)).toBe("2026-12-01");
  });
});

describe("the rows of the houses", () => {
  test("a house without a run in the window is left out, and the others are in order of their names", () => {
    const runs = [
      run("2026-02-01", "2026-03-01", "savoy"),
      run("2020-02-01", "2020-03-01", "lyric"),
      run("2025-02-01", null, "apollo"),
    ];
    expect(houseRows(runs, year, (id) => id, 0).map(({ name }) => name)).toEqual(["apollo", "savoy"]);
  });

  const [early, soon] = [run("2026-01-01", "2026-01-01"), run("2026-01-05", "2026-02-01")];
  test.each([
    [
      "runs that overlap are in lanes of their own, runs that follow each other share one",
      [run("2026-01-01", "2026-03-01"), run("2026-02-01", "2026-04-01"), run("2026-03-02", "2026-05-01")],
      0,
      [0, 1, 0],
    ],
    ["short runs share one too", [early, soon], 0, [0, 0]],
    ["unless the narrowest bar leaves no room", [early, soon], 0.05, [0, 1]],
    ["as one from before the window leaves none", [run("2025-06-01", "2026-01-01"), soon], 0.05, [0, 1]],
    ["nor one at its end", [run("2026-12-15", "2026-12-16"), run("2026-12-29", null)], 0.05, [0, 1]],
  ])("%s", (_what, runs, barShare, lanes) => {
    const bars = houseRows(runs, year, (id) => id, barShare).flatMap((row) => row.bars);
    expect(bars.map(({ lane }) => lane)).toEqual(lanes);
  });
});

function run(opening_date: string, closing_date: string | null, theatre_id = "savoy"): HouseRun {
  return { id: `${opening_date}-${closing_date}`, theatre_id, show: { name: "Show" }, opening_date, closing_date };
}
