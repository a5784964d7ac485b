import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engagementIssues } from "./engagement-rules.browser.ts";
import { isPossibleOn, presenceIn, presenceOn, runOfProduction, type RunDays } from "./presence.browser.ts";

const today = "2026-11-23";
const open: RunDays = { first: "2020-01-10", last: null };
const closing: RunDays = { first: "2020-01-10", last: "2027-06-30" };
const closed: RunDays = { first: "2020-01-10", last: "2022-12-31" };
const e = (from: string | null, to: string | null, ended = false, ...seen: string[]) => ({ from, to, ended, seen });

/** `certain`, `possible` or `out`. */
const level = (...[day, engagements, run, now]: Parameters<typeof presenceOn>) => {
  const presence = presenceOn(day, engagements, run, now);
  return presence === null ? "out" : presence.certain ? "certain" : "possible";
};
const on = (engagements: Parameters<typeof presenceOn>[1], run: RunDays, ...days: string[]) =>
  days.map((day) => level(day, engagements, run, today));

describe("one engagement", () => {
  test.each([
    // From and to, both exact.
    [e("2021-03-05", "2021-09-04"), open, "2021-03-04 out, 2021-03-05 certain"],
    [e("2021-03-05", "2021-09-04"), open, "2021-09-04 certain, 2021-09-05 out"],
    [e("2021-03-05", "2021-03-05"), open, "2021-03-05 certain, 2021-03-06 out"],
    // Months and years: certain from the last day of the beginning to the first day of the end.
    [e("2021-03", "2021-09"), open, "2021-02-28 out, 2021-03-01 possible, 2021-03-30 possible"],
    [e("2021-03", "2021-09"), open, "2021-03-31 certain, 2021-09-01 certain"],
    [e("2021-03", "2021-09"), open, "2021-09-02 possible, 2021-09-30 possible, 2021-10-01 out"],
    [e("2021", "2023"), open, "2020-12-31 out, 2021-01-01 possible, 2021-12-31 certain"],
    [e("2021", "2023"), open, "2023-01-01 certain, 2023-01-02 possible, 2024-01-01 out"],
    [e("2021", "2021"), open, "2021-01-01 possible, 2021-07-01 possible, 2021-12-31 possible"],
    [e("2024-02", "2024-02-29"), open, "2024-02-01 possible, 2024-02-29 certain"],
    // From unknown: possible from the run's first day, never certain.
    [e(null, "2021-09"), open, "2020-01-09 out, 2020-01-10 possible, 2021-09-30 possible"],
    [e(null, "2021-09-04"), open, "2021-09-04 possible, 2021-09-05 out"],
    [e(null, null), open, "2020-01-10 possible, 2026-11-23 possible, 2030-01-01 possible"],
    [e(null, null), closing, "2027-06-30 possible, 2027-07-01 out"],
    [e(null, null, true), open, "2020-01-10 possible, 2026-11-22 possible, 2026-11-23 out"],
    // To unknown, not ended: certain until today, possible until the run closes.
    [e("2021-03-05", null), open, "2021-03-04 out, 2021-03-05 certain, 2026-11-23 certain"],
    [e("2021-03-05", null), open, "2026-11-24 possible, 2199-01-01 possible"],
    [e("2021-03", null), closing, "2021-03-01 possible, 2021-03-31 certain, 2026-11-23 certain"],
    [e("2021", null), closing, "2021-12-30 possible, 2027-06-30 possible, 2027-07-01 out"],
    [e("2027-02", null), closing, "2026-11-23 out, 2027-02-01 possible, 2027-03-01 possible"],
    [e("2021-03-05", null), closed, "2022-12-31 certain, 2023-01-01 out, 2026-11-23 out"],
    // Announced: certain on the first day, or on the last on which it can be the first.
    [e("2026-12-08", null), closing, "2026-12-07 out, 2026-12-08 certain, 2026-12-09 possible"],
    [e("2027-02", null), closing, "2027-02-27 possible, 2027-02-28 certain, 2027-03-01 possible"],
    [e("2027", null), closing, "2027-01-01 possible, 2027-06-30 possible"],
    // To unknown, ended: possible until yesterday; only an exact first day is certain.
    [e("2021-03-05", null, true), open, "2021-03-05 certain, 2021-03-06 possible"],
    [e("2021-03-05", null, true), open, "2026-11-22 possible, 2026-11-23 out"],
    [e("2021-03", null, true), open, "2021-03-01 possible, 2021-03-31 possible, 2026-11-23 out"],
    [e("2027", null, true), open, "2026-11-23 out, 2027-01-01 out"],
    // `ended` adds nothing to a known last day.
    [e("2021-03", "2021-09", true), open, "2021-03-31 certain, 2021-09-01 certain"],
    [e("2026-11-20", "2026", false), open, "2026-11-23 possible, 2026-12-31 possible, 2027-01-01 out"],
    // Seen in it: between the first and the last of these days it is certain.
    [e(null, null, false, "2024-06-17"), open, "2024-06-16 possible, 2024-06-17 certain, 2026-11-23 certain"],
    [e(null, null, false, "2024-06-17"), open, "2020-01-09 out, 2020-01-10 possible, 2026-11-24 possible"],
    [e(null, null, false, "2024-06"), open, "2024-06-29 possible, 2024-06-30 certain, 2026-11-23 certain"],
    [e(null, null, true, "2024-06-17"), open, "2024-06-16 possible, 2024-06-17 certain, 2024-06-18 possible"],
    [e(null, null, true, "2024-06-17", "2025-03"), open, "2024-06-17 certain, 2025-03-01 certain, 2025-03-02 possible"],
    [e(null, null, true, "2024-06"), open, "2024-06-01 possible, 2024-06-30 possible, 2026-11-23 out"],
    [e("2023", null, true, "2023-05-02", "2025"), open, "2023-05-01 possible, 2023-05-02 certain, 2025-01-01 certain"],
    [e("2023", null, true, "2023-05-02", "2025"), open, "2022-12-31 out, 2025-01-02 possible, 2026-11-23 out"],
    [e("2023", null, false, "2023-05-02"), open, "2023-05-01 possible, 2023-05-02 certain, 2026-11-23 certain"],
    [e("2026", null, false, "2026-03-01"), open, "2026-02-28 possible, 2026-03-01 certain, 2026-11-24 possible"],
    [e(null, "2025", false, "2025-08-01"), open, "2025-07-31 possible, 2025-08-01 certain, 2025-08-02 possible"],
    [e("2021", "2025", false, "2021-02-03", "2025-08-01"), open, "2021-02-02 possible, 2021-02-03 certain"],
    [e("2021", "2025", false, "2021-02-03", "2025-08-01"), open, "2025-08-01 certain, 2025-08-02 possible"],
    // Of this year or this month it can only be a day until today.
    [e(null, null, false, "2026"), open, "2026-11-22 possible, 2026-11-23 certain, 2026-11-24 possible"],
    [e(null, null, false, "2026-11-23"), closed, "2022-12-31 possible, 2026-11-23 out"],
    [e(null, null, false, "2019"), closed, "2020-01-09 out, 2020-01-10 certain, 2022-12-31 certain"],
    // The run's edges cut everything off.
    [e("2019", "2020-06-01"), open, "2020-01-09 out, 2020-01-10 certain"],
    [e("2022-06-01", "2024"), closed, "2022-12-31 certain, 2023-01-01 out"],
    [e("2023", "2024"), closed, "2022-12-31 out, 2023-06-01 out"],
  ] as const)("%j in the run %j: %s", (engagement, run, expected) => {
    const days = expected.split(", ").map((one) => one.split(" "));
    expect(on([engagement], run, ...days.map(([day = ""]) => day))).toEqual(days.map(([, presence]) => presence));
  });
});

test("one of several engagements is enough, and the days between them are out", () => {
  const both = [e("2021-01-01", "2021-03"), e("2022-06", "2022-12-31")];

  const days = ["2021-01-01", "2021-03-31", "2021-04-01", "2022-05-31"];
  expect(on(both, open, ...days)).toEqual(["certain", "possible", "out", "out"]);
  expect(on(both, open, "2022-06-01", "2022-06-30", "2023-01-01")).toEqual(["possible", "certain", "out"]);
  // Possible by the first, certain by the second.
  expect(on([e(null, "2022"), e("2022-02-01", "2022-03-01")], open, "2022-02-15")).toEqual(["certain"]);
});

test("without engagements someone is in while the production runs, and never certain", () => {
  const days = ["2020-01-09", "2020-01-10", "2022-12-31", "2023-01-01"];
  expect(on([], closed, ...days)).toEqual(["out", "possible", "possible", "out"]);
  expect(on([], open, "2199-01-01")).toEqual(["possible"]);
});

test("a run begins with its first preview, else with its opening", () => {
  const dates = { opening_date: "2026-03-10", closing_date: null };

  expect(runOfProduction({ ...dates, first_preview: "2026-02-20" })).toEqual({ first: "2026-02-20", last: null });
  expect(runOfProduction({ ...dates, first_preview: null })).toEqual({ first: "2026-03-10", last: null });
});

test("the days of each engagement are cut to the run; days without an end have none", () => {
  expect(presenceIn([e("2021", null)], open, today)).toEqual({
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
    seen: fc.array(partial, { maxLength: 2 }),
  });
  const run = fc
    .tuple(day, fc.option(day))
    .map(([one, other]): RunDays =>
      other !== null && other < one ? { first: other, last: one } : { first: one, last: other },
    );
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
      fc.property(engagement, fc.constantFrom("from", "to"), run, day, day, (one, end, of, now, on) => {
        const exact = one[end];
        fc.pre(exact !== null && exact.length > 4);
        fc.pre(engagementIssues([{ ...one, note: null }], of, now).length === 0);
        const wide = exact?.slice(0, -3) ?? null;
        const [before, after] = [one, { ...one, [end]: wide }].map((each) => level(on, [each], of, now));
        if (before !== "certain") expect(after).not.toBe("certain");
        if (before !== "out") expect(after).not.toBe("out");
      }),
    );
  });
});
