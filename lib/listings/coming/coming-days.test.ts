import { expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { comingDays } from "./schema.browser.ts";

const now = Date.parse("2026-11-23T12:00:00Z");
const service = useService(fastestDatabase, { now: () => now });
const staff = useStaff(service);

test("the overview has what opens and closes, and who joins and leaves, by day", async () => {
  const create = (resource: string, id: string, data: object, details?: object) => ({
    ...{ action: "create", resource, id, data },
    ...(details && { details }),
  });
  const run = { show_id: "soon-show", theatre_id: "palace", opening_date: "2026-11-30", closing_date: "2026-12-20" };
  const engagements: Record<string, object[]> = {
    "too-late": [{ from: "2026-12-24" }],
    second: [
      { from: "2020-01-01", to: "2020-02-01" },
      { from: "2026-12-05", to: "2026-12-19" },
    ],
    month: [{ from: "2026-12", to: "2027-01" }],
    year: [{ from: "2026", to: "2026" }],
    over: [{ from: "2020", to: "2026-11", ended: true }],
    whole: [{ from: "2026-11-30", to: "2026-12-20" }],
    early: [{ from: "2026-11-28" }],
  };
  const first_preview = "2020-01-01";
  const { status } = await staff.send("POST", "changes", {
    changes: [
      create("shows", "soon-show", { name: "The Pier", type: "play" }),
      create("productions", "soon", run, { first_preview }),
      ...Object.entries(engagements).flatMap(([id, stints]) => [
        create("people", `soon-${id}`, { name: id }),
        create(
          "cast-members",
          `soon--${id}`,
          { person_id: `soon-${id}`, production_id: "soon", role_type: "ensemble" },
          { engagements: stints },
        ),
      ]),
    ],
  });
  expect(status).toBe(200);

  const answer = comingDays.parse((await staff.send("GET", "coming")).body);
  const night = { production_id: "soon", show: "The Pier", theatre: "Palace Theatre" };
  const ownOf = <One extends { production_id: string }>(found: One[]) =>
    found.filter(({ production_id }) => production_id === "soon");
  const moves = (found: (typeof answer)["joining"]) => ownOf(found).map(({ person, date }) => [person, date]);
  expect([answer.from, answer.to]).toEqual(["2026-11-23", "2026-12-23"]);
  expect(ownOf(answer.openings)).toEqual([{ date: "2026-11-30", ...night }]);
  expect(ownOf(answer.closings)).toEqual([{ date: "2026-12-20", ...night }]);
  expect(moves(answer.joining)).toEqual([
    ["month", "2026-12"],
    ["second", "2026-12-05"],
  ]);
  expect(moves(answer.leaving)).toEqual([["second", "2026-12-19"]]);
  expect(answer.closings.length).toBeGreaterThan(1);
  const short = comingDays.parse((await staff.send("GET", "coming?days=1")).body);
  expect([short.to, ownOf(short.openings)]).toEqual(["2026-11-24", []]);
  for (const query of ["days=0", "days=93", "day=7"])
    expect([query, (await staff.send("GET", `coming?${query}`)).status]).toEqual([query, 400]);
});
