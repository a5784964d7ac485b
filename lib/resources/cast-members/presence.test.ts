import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPartialDate } from "../../core/partial-dates.browser.ts";
import { isPossibleOn, presenceIn, presenceOn, runOfProduction, type RunDays } from "./presence.browser.ts";

const today = "2026-11-23";
const open: RunDays = { first: "2020-01-10", last: null };
const closing: RunDays = { first: "2020-01-10", last: "2027-06-30" };
const closed: RunDays = { first: "2020-01-10", last: "2022-12-31" };
const engagementOf = (from: string | null, to: string | null, ended = false) => ({ from, to, ended });

/** `certain`, `possible` or `out` on each day. */
const on = (engagements: Parameters<typeof presenceOn>[1], run: RunDays, ...days: string[]) =>
  days.map((day) => {
    const presence = presenceOn(day, engagements, run, today);
    return presence === null ? "out" : presence.certain ? "certain" : "possible";
  });

describe("one engagement", () => {
  test.each([
    // From and to, both exact.
    [engagementOf("2021-03-05", "2021-09-04"), open, { "2021-03-04": "out", "2021-03-05": "certain" }],
    [engagementOf("2021-03-05", "2021-09-04"), open, { "2021-09-04": "certain", "2021-09-05": "out" }],
    [engagementOf("2021-03-05", "2021-03-05"), open, { "2021-03-05": "certain", "2021-03-06": "out" }],
    // Months and years: certain from the last day of the beginning to the first day of the end.
    [
      engagementOf("2021-03", "2021-09"),
      open,
      { "2021-02-28": "out", "2021-03-01": "possible", "2021-03-30": "possible" },
    ],
    [engagementOf("2021-03", "2021-09"), open, { "2021-03-31": "certain", "2021-09-01": "certain" }],
    [
      engagementOf("2021-03", "2021-09"),
      open,
      { "2021-09-02": "possible", "2021-09-30": "possible", "2021-10-01": "out" },
    ],
    [engagementOf("2021", "2023"), open, { "2020-12-31": "out", "2021-01-01": "possible", "2021-12-31": "certain" }],
    [engagementOf("2021", "2023"), open, { "2023-01-01": "certain", "2023-01-02": "possible", "2024-01-01": "out" }],
    [
      engagementOf("2021", "2021"),
      open,
      { "2021-01-01": "possible", "2021-07-01": "possible", "2021-12-31": "possible" },
    ],
    [engagementOf("2024-02", "2024-02-29"), open, { "2024-02-01": "possible", "2024-02-29": "certain" }],
    // From unknown: possible from the run's first day, never certain.
    [engagementOf(null, "2021-09"), open, { "2020-01-09": "out", "2020-01-10": "possible", "2021-09-30": "possible" }],
    [engagementOf(null, "2021-09-04"), open, { "2021-09-04": "possible", "2021-09-05": "out" }],
    [engagementOf(null, null), open, { "2020-01-10": "possible", [today]: "possible", "2030-01-01": "possible" }],
    [engagementOf(null, null), closing, { "2027-06-30": "possible", "2027-07-01": "out" }],
    [engagementOf(null, null, true), open, { "2020-01-10": "possible", "2026-11-22": "possible", [today]: "out" }],
    // To unknown, not ended: certain until today, possible until the run closes.
    [engagementOf("2021-03-05", null), open, { "2021-03-04": "out", "2021-03-05": "certain", [today]: "certain" }],
    [engagementOf("2021-03-05", null), open, { "2026-11-24": "possible", "2199-01-01": "possible" }],
    [engagementOf("2021-03", null), closing, { "2021-03-01": "possible", "2021-03-31": "certain", [today]: "certain" }],
    [engagementOf("2021", null), closing, { "2021-12-30": "possible", "2027-06-30": "possible", "2027-07-01": "out" }],
    [engagementOf("2027-02", null), closing, { [today]: "out", "2027-02-01": "possible", "2027-03-01": "possible" }],
    [engagementOf("2021-03-05", null), closed, { "2022-12-31": "certain", "2023-01-01": "out", [today]: "out" }],
    // Announced: certain on the first day, or on the last on which it can be the first.
    [
      engagementOf("2026-12-08", null),
      closing,
      { "2026-12-07": "out", "2026-12-08": "certain", "2026-12-09": "possible" },
    ],
    [
      engagementOf("2027-02", null),
      closing,
      { "2027-02-27": "possible", "2027-02-28": "certain", "2027-03-01": "possible" },
    ],
    [engagementOf("2027", null), closing, { "2027-01-01": "possible", "2027-06-30": "possible" }],
    // To unknown, ended: possible until yesterday; only an exact first day is certain.
    [engagementOf("2021-03-05", null, true), open, { "2021-03-05": "certain", "2021-03-06": "possible" }],
    [engagementOf("2021-03-05", null, true), open, { "2026-11-22": "possible", [today]: "out" }],
    [engagementOf("2021-03", null, true), open, { "2021-03-01": "possible", "2021-03-31": "possible", [today]: "out" }],
    [engagementOf("2027", null, true), open, { [today]: "out", "2027-01-01": "out" }],
    // `ended` adds nothing to a known last day.
    [engagementOf("2021-03", "2021-09", true), open, { "2021-03-31": "certain", "2021-09-01": "certain" }],
    [
      engagementOf("2026-11-20", "2026", false),
      open,
      { [today]: "possible", "2026-12-31": "possible", "2027-01-01": "out" },
    ],
    // The run's edges cut everything off.
    [engagementOf("2019", "2020-06-01"), open, { "2020-01-09": "out", "2020-01-10": "certain" }],
    [engagementOf("2022-06-01", "2024"), closed, { "2022-12-31": "certain", "2023-01-01": "out" }],
    [engagementOf("2023", "2024"), closed, { "2022-12-31": "out", "2023-06-01": "out" }],
  ] as const)("%j in the run %j: %j", (engagement, run, expected) => {
    expect(on([engagement], run, ...Object.keys(expected))).toEqual(Object.values(expected));
  });
});

test("one of several engagements is enough, and the days between them are out", () => {
  const both = [engagementOf("2021-01-01", "2021-03"), engagementOf("2022-06", "2022-12-31")];

  expect(on(both, open, "2021-01-01", "2021-03-31", "2021-04-01", "2022-05-31")).toEqual([
    "certain",
    "possible",
    "out",
    "out",
  ]);
  expect(on(both, open, "2022-06-01", "2022-06-30", "2023-01-01")).toEqual(["possible", "certain", "out"]);
  // Possible by the first, certain by the second.
  expect(on([engagementOf(null, "2022"), engagementOf("2022-02-01", "2022-03-01")], open, "2022-02-15")).toEqual([
    "certain",
  ]);
});

test("without engagements someone is in while the production runs, and never certain", () => {
  expect(on([], closed, "2020-01-09", "2020-01-10", "2022-12-31", "2023-01-01")).toEqual([
    "out",
    "possible",
    "possible",
    "out",
  ]);
  expect(on([], open, "2199-01-01")).toEqual(["possible"]);
});

test("a run begins with its first preview, else with its opening", () => {
  const dates = { opening_date: "2026-03-10", closing_date: null };

  expect(runOfProduction({ ...dates, first_preview: "2026-02-20" })).toEqual({ first: "2026-02-20", last: null });
  expect(runOfProduction({ ...dates, first_preview: null })).toEqual({ first: "2026-03-10", last: null });
});

test("the days of each engagement are cut to the run; days without an end have none", () => {
  expect(presenceIn([engagementOf("2021", null)], open, today)).toEqual({
    possible: [{ first: "2021-01-01", last: null }],
    certain: [{ first: "2021-12-31", last: today }],
  });
  expect(presenceIn([], closed, today)).toEqual({ possible: [closed], certain: [] });
});

describe("whatever the dates", () => {
  const day = fc
    .date({ min: new Date("2018-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const partial = fc.tuple(day, fc.constantFrom(4, 7, 10)).map(([text, length]) => text.slice(0, length));
  const engagement = fc.record({
    from: fc.option(partial),
    to: fc.option(partial),
    ended: fc.boolean(),
  });
  const run = fc
    .tuple(day, fc.option(day))
    .map(([one, other]): RunDays =>
      other !== null && other < one ? { first: other, last: one } : { first: one, last: other },
    );
  const rank = { out: 0, possible: 1, certain: 2 } as const;
  const level = (...[asked, engagements, of, now]: Parameters<typeof presenceOn>) => {
    const presence = presenceOn(asked, engagements, of, now);
    return presence === null ? rank.out : presence.certain ? rank.certain : rank.possible;
  };

  test("certain days are possible days", () => {
    fc.assert(
      fc.property(fc.array(engagement, { maxLength: 3 }), run, day, (engagements, of, now) => {
        const { possible, certain } = presenceIn(engagements, of, now);
        const end = (last: string | null) => last ?? "9999-12-31";
        for (const { first, last } of certain)
          expect(possible.some((days) => days.first <= first && end(last) <= end(days.last))).toBe(true);
      }),
    );
  });

  test("a person can be in it on a day of the run exactly when the day is possible or certain", () => {
    fc.assert(
      fc.property(fc.array(engagement, { maxLength: 3 }), run, day, day, (engagements, of, asked, now) => {
        fc.pre(of.first <= asked && (of.last === null || asked <= of.last));
        expect(isPossibleOn(asked, engagements, of, now)).toBe(presenceOn(asked, engagements, of, now) !== null);
      }),
    );
  });

  test("a less exact date never makes an entry more certain, and never takes it out", () => {
    fc.assert(
      fc.property(
        engagement,
        fc.constantFrom("from" as const, "to" as const),
        run,
        day,
        day,
        (one, end, of, now, on) => {
          const exact = one[end];
          fc.pre(exact !== null && exact.length > 4);
          const wide = exact?.slice(0, exact.length - 3) ?? "";
          expect(isPartialDate(wide)).toBe(true);
          const [before, after] = [level(on, [one], of, now), level(on, [{ ...one, [end]: wide }], of, now)];
          if (before !== rank.certain) expect(after).not.toBe(rank.certain);
          if (before !== rank.out) expect(after).not.toBe(rank.out);
        },
      ),
    );
  });

  test("a beginning that is forgotten is never certain", () => {
    fc.assert(
      fc.property(engagement, run, day, day, (one, of, now, on) => {
        expect(level(on, [{ ...one, from: null }], of, now)).toBeLessThan(rank.certain);
      }),
    );
  });

  test("an engagement more never takes anyone out", () => {
    fc.assert(
      fc.property(engagement, engagement, run, day, day, (one, other, of, now, on) => {
        expect(level(on, [one, other], of, now)).toBe(Math.max(level(on, [one], of, now), level(on, [other], of, now)));
      }),
    );
  });

  test("nobody is in while the production does not run", () => {
    fc.assert(
      fc.property(fc.array(engagement, { maxLength: 3 }), run, day, day, (engagements, of, now, on) => {
        const runs = of.first <= on && (of.last === null || on <= of.last);
        if (!runs) expect(level(on, engagements, of, now)).toBe(rank.out);
        if (runs && engagements.length === 0) expect(level(on, engagements, of, now)).toBe(rank.possible);
      }),
    );
  });
});
