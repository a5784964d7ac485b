import { expect, test } from "vitest";
import type { CastEntry, PersonCredit } from "@/lib/listings/casts/schema.browser";
import { careerOf, creditGroups } from "./bar-groups";

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

test("a part has its type unless the person is a principal, and without a role it is the type", () => {
  const parts = [{ role: "Ada" }, { role: "Bea", role_type: "understudy" }, { role_type: "swing" }];
  const director = { id: "d", job: "director", credit: null } as PersonCredit["crew_members"][number];
  const [group] = creditGroups([{ ...credit(open, ...parts), crew_members: [director] }], "2026-11-23");

  expect(group?.rows.map(({ name }) => name)).toEqual(["Ada", "Bea (understudy)", "Swing", "Director"]);
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
