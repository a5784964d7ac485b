import { expect, test } from "vitest";
import type { CastEntry, OnDay } from "@/lib/listings/casts/schema.browser";
import { castMoves, type CastMove } from "./cast-moves";

type Engagement = CastEntry["engagements"][number];

/** What is on, with a cast of which only the engagements matter, by id. */
function dayWith(cast: Record<string, Partial<Engagement>[]>): OnDay {
  const entries = Object.entries(cast).map(([id, engagements]) => ({
    id,
    engagements: engagements.map((one) => ({ from: null, to: null, ended: false, note: null, ...one })),
  }));
  const run = { id: "run", opening_date: "2026-12-01", closing_date: "2026-12-20", cast: entries };
  // The other fields do not matter here.
  return { date: "2026-11-23", timezone: "Europe/London", productions: [run] } as unknown as OnDay;
}

function movesOf(...days: OnDay[]) {
  const shown = (moves: CastMove[]) => moves.map(({ entry, day, isExact }) => [entry.id, day, isExact]);
  const { joining, leaving } = castMoves(days, "2026-11-23", "2026-12-23");
  return { joining: shown(joining), leaving: shown(leaving) };
}

test("who joins and leaves from the first day to the last is found once, by day", () => {
  const cast = {
    tooLate: [{ from: "2026-12-24" }],
    last: [{ from: "2026-12-23" }],
    second: [
      { from: "2020-01-01", to: "2020-02-01" },
      { from: "2026-12-05", to: "2026-12-19" },
    ],
    today: [{ from: "2020-01-01", to: "2026-11-23" }],
    yesterday: [{ from: "2020-01-01", to: "2026-11-22" }],
  };

  expect(movesOf(dayWith(cast), dayWith(cast))).toEqual({
    joining: [
      ["second", "2026-12-05", true],
      ["last", "2026-12-23", true],
    ],
    leaving: [
      ["today", "2026-11-23", true],
      ["second", "2026-12-19", true],
    ],
  });
});

test("a month counts while it can be meant, a year never, and what has ended is over", () => {
  const cast = {
    month: [{ from: "2026-12", to: "2027-01" }],
    thisMonth: [{ from: "2020-01", to: "2026-11" }],
    year: [{ from: "2026", to: "2026" }],
    over: [{ from: "2020", to: "2026-11", ended: true }],
  };

  expect(movesOf(dayWith(cast))).toEqual({
    joining: [["month", "2026-12-01", false]],
    leaving: [["thisMonth", "2026-11-01", false]],
  });
});

test("who joins at the opening or leaves at the closing is left out", () => {
  expect(
    movesOf(dayWith({ whole: [{ from: "2026-12-01", to: "2026-12-20" }], early: [{ from: "2026-11-28" }] })),
  ).toEqual({
    joining: [],
    leaving: [],
  });
});
