import { expect, test } from "vitest";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { engaged } from "@/test/casts";
import { beginningOf, endAndSeenOf, endOf } from "../engagements";
import { barGroups, windowOfRun } from "./bar-groups";

const today = "2026-11-23";
const run = { first: "2025-03-10", last: "2027-01-30" };

test("people who share a role stand together, by the first possible day, those without dates last", () => {
  const groups = barGroups(
    [
      member("Ada", "The Lead", "principal", [engaged("2026-01", null)]),
      member("Ben", null, "ensemble", []),
      member("Cleo", "The Lead", "principal", [engaged("2026-05", "2026-06"), engaged(null, "2025-12-31")]),
      member("Fay", "The Lead", "principal", []),
      member("Dan", "The Lead", "understudy", [engaged("2020", "2021")]),
      member("Eve", null, "ensemble", []),
    ],
    run,
    today,
  );

  expect(groups.map(({ title, rows }) => [title, ...rows.map(({ name }) => name)])).toEqual([
    ["The Lead", "Cleo", "Ada", "Fay", "Dan (understudy)"],
    ["Ensemble", "Ben", "Eve"],
  ]);
  expect(groups[1]?.rows[0]?.presence).toEqual({ possible: [run], certain: [] });
});

test("the axis is the run in whole months; without a closing date it ends after the last day that is known", () => {
  const open = { ...run, last: null };
  const until = (to: string | null) => barGroups([member("Ada", null, "ensemble", [engaged("2026", to)])], open, today);

  expect(windowOfRun(run, until(null), today)).toEqual({ month: 2025 * 12 + 2, months: 23 });
  expect(windowOfRun(open, until(null), today)).toEqual({ month: 2025 * 12 + 2, months: 24 });
  expect(windowOfRun(open, until("2028"), today)).toEqual({ month: 2025 * 12 + 2, months: 50 });
  const announced = barGroups([member("Ada", null, "ensemble", [engaged("2028", null)])], open, today);
  expect(windowOfRun(open, announced, today)).toEqual(windowOfRun(open, until("2028"), today));
});

test("dates are as exact in words as they are known", () => {
  expect([engaged("2021", null), engaged("2021-09", null), engaged("2021-09-05", null)].map(beginningOf)).toEqual([
    "2021",
    "Sept 2021",
    "5 Sept 2021",
  ]);
  expect(endAndSeenOf(engaged(null, null, true, "2021", "2022-03"))).toBe("Not known (ended), seen 2021 to Mar 2022");
  const ends = [engaged(null, "2022"), engaged(null, null), engaged(null, null, true)].map(endOf);
  expect(ends).toEqual(["2022", "No end known", "Not known (ended)"]);
  expect(beginningOf(engaged(null, null))).toBe("Not known");
});

function member(
  name: string,
  role: string | null,
  role_type: CastEntry["role_type"],
  engagements: CastEntry["engagements"],
): CastEntry {
  return {
    ...{ id: name, person_id: name, production_id: "run", role_id: role, role_type, billing_order: null },
    ...{ engagements, covers: [], dated: engagements.length > 0 },
    person: { id: name, name, bio: null, image: null },
    production: { id: "run", show: { name: "Show", type: "play" } },
    role: role === null ? null : { id: role, name: role },
  };
}
