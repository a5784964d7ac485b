import { expect, test } from "vitest";
import type { CastEntry, PersonCredit } from "@/lib/listings/casts/schema.browser";
import { careerOf, creditGroups, creditLines } from "./credit-rows";

type Engagement = CastEntry["engagements"][number];

/** A credit of which only the dates and parts matter. */
function credit(
  dates: { opening_date: string; closing_date: string | null },
  ...members: { role?: string; role_type?: string; engagements?: Partial<Engagement>[] }[]
): PersonCredit {
  return {
    production: { id: dates.opening_date, show: { name: "A Show" }, ...dates },
    theatre: { id: "palace", name: "Palace Theatre" },
    cast_members: members.map(({ role, role_type = "principal", engagements = [] }, index) => ({
      id: `member-${index}`,
      role: role === undefined ? null : { id: role, name: role },
      role_type,
      engagements: engagements.map((one) => ({ from: null, to: null, ended: false, note: null, ...one })),
      dated: engagements.length > 0,
    })),
    crew_members: [],
    // The other fields do not matter here.
  } as unknown as PersonCredit;
}

const closed = { opening_date: "2019-05-01", closing_date: "2020-03-14" };
const open = { opening_date: "2023-01-10", closing_date: null };

test("a line says the part, the dates and how exactly they are known", () => {
  const known = credit(
    open,
    { role: "Ada", engagements: [{ from: "2023-02-01", to: "2023-08-01" }, { from: "2024-02-01" }] },
    {
      role_type: "swing",
      engagements: [
        { from: "2023-02", to: "2023-08-01" },
        { from: "2024-02-01", ended: true },
      ],
    },
    { role: "Bea", role_type: "understudy" },
  );

  expect(creditLines(known).map(({ part, dates, certainty }) => [part, dates, certainty])).toEqual([
    ["Ada", "1 Feb 2023 – 1 Aug 2023", "Certain"],
    ["Ada", "1 Feb 2024 – No end known", "Certain"],
    ["Swing", "Feb 2023 – 1 Aug 2023", "Not exact"],
    ["Swing", "1 Feb 2024 – Not known (ended)", "Not exact"],
    ["Bea (understudy)", "10 Jan 2023 – no end known", "Undated"],
  ]);
  expect(creditLines(credit(closed, {}))[0]?.dates).toBe("1 May 2019 – 14 Mar 2020");
  const director = { id: "d", job: "director", credit: null } as PersonCredit["crew_members"][number];
  expect(creditLines({ ...credit(open), crew_members: [director] })).toEqual([
    { path: "crew-members", id: "d", part: "Director", dates: "10 Jan 2023 – no end known", certainty: "The run" },
  ]);
});

test("a career lasts from its first run to its last, without an end while a run has none", () => {
  expect(careerOf([credit(open, {}), credit(closed, {})])).toEqual({ first: "2019-05-01", last: null });
  expect(careerOf([credit(closed, {})])).toEqual({ first: "2019-05-01", last: "2020-03-14" });
});

test("bars are on the days of the engagements, also in previews, and on the whole run without them", () => {
  const groups = creditGroups(
    [credit(open, { engagements: [{ from: "2022-12-20", to: "2023-08-01" }] }), credit(closed, {})],
    "2026-11-23",
  );

  expect(groups.map(({ title, rows }) => [title, rows[0]?.presence.possible])).toEqual([
    ["A Show, Palace Theatre", [{ first: "2022-12-20", last: "2023-08-01" }]],
    ["A Show, Palace Theatre", [{ first: "2019-05-01", last: "2020-03-14" }]],
  ]);
});
