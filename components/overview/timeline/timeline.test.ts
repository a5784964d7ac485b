import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayNumber, dayOfNumber } from "@/components/ui/calendar";
import {
  daysForPixels,
  daysIn,
  firstDay,
  lastDay,
  monthStarts,
  movedWindow,
  positionOf,
  windowAround,
  zoomedWindow,
} from "@/components/ui/charts/time-window";
import { gapsBetween, houseRows, overlapsOf, type HouseRun } from "./house-rows";
import { daysForKey, endAt, moveEnd } from "./move-end";

const year = windowAround("2026-05-15", 12);

describe("a window", () => {
  test("begins a third of its months before the day", () => {
    expect([firstDay(year), lastDay(year)]).toEqual(["2026-01-01", "2026-12-31"]);
    expect(daysIn(year)).toBe(365);
  });

  test("moves and zooms by whole months, also over the turn of a year", () => {
    expect(firstDay(movedWindow(year, -2))).toBe("2025-11-01");
    expect(lastDay(movedWindow(year, 2))).toBe("2027-02-28");
    const half = zoomedWindow(year, -1);
    expect([firstDay(half), lastDay(half)]).toEqual(["2026-04-01", "2026-09-30"]);
    expect(zoomedWindow(half, 1)).toEqual(year);
  });

  test("zooming ends at one month and at five years", () => {
    const month = { ...year, months: 1 };
    expect(zoomedWindow(month, -1)).toEqual(month);
    const long = { ...year, months: 60 };
    expect(zoomedWindow(long, 1)).toEqual(long);
  });

  test("its first day is at 0, and the day after its last at 1", () => {
    expect(positionOf(year, "2026-01-01")).toBe(0);
    expect(positionOf(year, "2027-01-01")).toBe(1);
    expect(monthStarts(year).at(-1)).toBe("2026-12-01");
  });

  test("a day dragged by its own width is the next day", () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), fc.integer({ min: 300, max: 3_000 }), (days, pixels) => {
        expect(daysForPixels(year, (days / daysIn(year)) * pixels, pixels)).toBe(days);
      }),
    );
  });

  test("days and their numbers are the same calendar", () => {
    expect(dayOfNumber(dayNumber("2028-02-28") + 1)).toBe("2028-02-29");
    expect(dayOfNumber(dayNumber("2026-03-29") + 1)).toBe("2026-03-30");
  });
});

describe("the rows of the houses", () => {
  test("a house without a run in the window is left out, and the others are in order of their names", () => {
    const rows = houseRows(
      [
        run("2026-02-01", "2026-03-01", { theatreId: "savoy" }),
        run("2020-02-01", "2020-03-01", { theatreId: "lyric" }),
        run("2025-02-01", null, { theatreId: "apollo" }),
      ],
      year,
      (id) => id,
      0,
    );
    expect(rows.map(({ name }) => name)).toEqual(["apollo", "savoy"]);
  });

  test("runs that overlap are in lanes of their own, runs that follow each other share one", () => {
    const lanes = lanesOf([
      run("2026-01-01", "2026-03-01"),
      run("2026-02-01", "2026-04-01"),
      run("2026-03-02", "2026-05-01"),
    ]);
    expect(lanes).toEqual([0, 1, 0]);
  });

  test("lanes leave room for the narrowest bar", () => {
    const runs = [run("2026-01-01", "2026-01-01"), run("2026-01-05", "2026-02-01")];
    expect(lanesOf(runs)).toEqual([0, 0]);
    expect(lanesOf(runs, 0.05)).toEqual([0, 1]);
  });

  test("four weeks without a run are a gap, fewer are not", () => {
    const first = run("2026-01-01", "2026-01-31");
    expect(gapsBetween([first, run("2026-03-01", null)])).toEqual([{ first: "2026-02-01", last: "2026-02-28" }]);
    expect(gapsBetween([first, run("2026-02-28", null)])).toEqual([]);
  });

  test("after the last closing night, the gap has no end", () => {
    expect(gapsBetween([run("2026-01-01", "2026-01-31")])).toEqual([{ first: "2026-02-01", last: null }]);
    expect(gapsBetween([run("2026-01-01", null), run("2026-02-01", "2026-02-02")])).toEqual([]);
  });

  test("an overlap has the days with more than one run", () => {
    expect(overlapsOf([run("2026-01-01", "2026-02-10"), run("2026-02-10", "2026-03-01")])).toEqual([
      { first: "2026-02-10", last: "2026-02-10" },
    ]);
    expect(overlapsOf([run("2026-01-01", null), run("2026-02-10", null)])).toEqual([
      { first: "2026-02-10", last: null },
    ]);
    expect(overlapsOf([run("2026-01-01", "2026-02-09"), run("2026-02-10", "2026-03-01")])).toEqual([]);
  });

  test("no day is both in a gap and in an overlap, and every day of a gap is without a run", () => {
    const day = fc.integer({ min: 20_000, max: 20_400 });
    const anyRun = fc
      .tuple(day, fc.option(fc.integer({ min: 0, max: 120 })))
      .map(([start, days]) => run(dayOfNumber(start), days === null ? null : dayOfNumber(start + days)));
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 6 }), day, (runs, number) => {
        const sorted = runs.toSorted((a, b) => (a.opening_date < b.opening_date ? -1 : 1));
        const at = dayOfNumber(number);
        const covers = (first: string, last: string | null) => first <= at && (last === null || at <= last);
        const playing = runs.filter(({ opening_date, closing_date }) => covers(opening_date, closing_date)).length;
        if (gapsBetween(sorted).some(({ first, last }) => covers(first, last))) expect(playing).toBe(0);
        expect(overlapsOf(sorted).some(({ first, last }) => covers(first, last))).toBe(playing > 1);
      }),
    );
  });
});

describe("moving an end of a run", () => {
  const short = run("2026-02-01", "2026-02-03");

  test("by days", () => {
    expect(moveEnd(short, "closing_date", "2026-02-03", 7)).toEqual({ day: "2026-02-10", isStopped: false });
    expect(moveEnd(short, "opening_date", "2026-02-01", -1)).toEqual({ day: "2026-01-31", isStopped: false });
  });

  test("stops where the run would close before it opens", () => {
    expect(moveEnd(short, "closing_date", "2026-02-03", -7)).toEqual({ day: "2026-02-01", isStopped: true });
    expect(moveEnd(short, "opening_date", "2026-02-01", 7)).toEqual({ day: "2026-02-03", isStopped: true });
    const open = run("2026-02-01", null);
    expect(moveEnd(open, "opening_date", "2026-02-01", 700).isStopped).toBe(false);
  });

  test("an arrow moves a day, with Shift a week", () => {
    expect(daysForKey({ key: "ArrowLeft", shiftKey: false })).toBe(-1);
    expect(daysForKey({ key: "ArrowRight", shiftKey: true })).toBe(7);
    expect(daysForKey({ key: "Tab", shiftKey: false })).toBeNull();
  });

  test("the middle of a bar is no end, however short it is", () => {
    expect(endAt(2, 100, 12)).toBe("opening_date");
    expect(endAt(95, 100, 12)).toBe("closing_date");
    expect(endAt(50, 100, 12)).toBeNull();
    expect(endAt(5, 10, 12)).toBeNull();
  });
});

function run(opening_date: string, closing_date: string | null, more: Partial<HouseRun> = {}): HouseRun {
  return {
    id: `${opening_date}-${closing_date}`,
    theatreId: "savoy",
    showName: "Show",
    opening_date,
    closing_date,
    ...more,
  };
}

function lanesOf(runs: readonly HouseRun[], barShare = 0): number[] {
  return houseRows(runs, year, (id) => id, barShare).flatMap(({ bars }) => bars.map(({ lane }) => lane));
}
