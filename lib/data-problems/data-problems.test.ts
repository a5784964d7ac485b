import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { homes } from "../testing/homes.ts";
import { startService, type Service } from "../testing/service.ts";
import { staffClient, type StaffClient } from "../testing/staff-client.ts";
import type { Data } from "./data.ts";
import { findProblems } from "./find-problems.ts";
import { bareName } from "./people.ts";
import { dataProblem, rules, type DataProblem } from "./schema.ts";

const today = "2026-11-21";
const show = {
  id: "pier",
  name: "The Pier",
  type: "play" as const,
  description: null,
  image: null,
  booking_until: null,
};
const theatre = {
  id: "barn",
  name: "The Barn",
  address: null,
  postcode: null,
  lat: 51.5,
  lng: -0.1,
  capacity: 300,
  current_show_id: null,
};
const run = { id: "run", show_id: "pier", theatre_id: "barn", opening_date: "2026-01-01", closing_date: null };
const person = { id: "ada", name: "Ada Quill", bio: null, image: null };
const member = {
  id: "m",
  person_id: "ada",
  production_id: "run",
  role_id: null,
  role_type: "swing" as const,
  billing_order: null,
};
const sound: Data = { shows: [show], theatres: [theatre], people: [person], productions: [run], castMembers: [member] };

/** What is found when this takes the place of what is sound: the rule and the record of each. */
function found(data: Partial<Data>, day = today): string[] {
  return problems(data, day).map(({ rule, record_id }) => `${rule} ${record_id}`);
}

function problems(data: Partial<Data>, day = today): DataProblem[] {
  return z.array(dataProblem).parse(findProblems({ ...sound, ...data }, day));
}

describe("a problem is found", () => {
  test("in nothing that is as it should be", () => {
    expect(found({})).toEqual([]);
    expect(found({ theatres: [{ ...theatre, current_show_id: "pier" }] })).toEqual([]);
  });

  test("in a house whose current show has no open production there", () => {
    const theatres = [{ ...theatre, current_show_id: "pier" }];

    expect(found({ theatres, productions: [{ ...run, opening_date: "2026-11-22" }] })).toEqual([
      "current-show-not-there barn",
    ]);
    const other = { ...show, id: "other", name: "Another" };
    const [problem] = problems({ shows: [show, other], theatres, productions: [{ ...run, show_id: "other" }] });
    expect(problem?.fixes.map(({ changes }) => changes)).toEqual([
      [{ action: "update", resource: "theatres", id: "barn", data: { current_show_id: "other" } }],
      [{ action: "update", resource: "theatres", id: "barn", data: { current_show_id: null } }],
    ]);
  });

  test("in a house whose current show has closed, from the day after its last", () => {
    const theatres = [{ ...theatre, current_show_id: "pier" }];
    const productions = [{ ...run, closing_date: "2026-11-21" }];

    expect(found({ theatres, productions })).toEqual([]);
    expect(found({ theatres, productions }, "2026-11-22")).toEqual(["closed-run-still-current barn"]);
  });

  test("in a house with two open productions", () => {
    const second = { ...run, id: "second" };
    const castMembers = [member, { ...member, id: "n", production_id: "second" }];

    expect(found({ productions: [run, second], castMembers })).toEqual(["two-open-productions barn"]);
    expect(found({ productions: [run, { ...second, opening_date: "2026-11-22" }], castMembers })).toEqual([]);
  });

  test("in a booking date that is past, not in today's", () => {
    expect(found({ shows: [{ ...show, booking_until: today }] })).toEqual([]);
    expect(found({ shows: [{ ...show, booking_until: "2026-11-20" }] })).toEqual(["booking-until-past pier"]);
  });

  test.each(["ADA QUILL", "Ada  Quill", "Áda Quîll", "Ada-Quill"])("in a person who is also called %s", (name) => {
    expect(found({ people: [person, { ...person, id: "b", name }] })).toEqual(["duplicate-people ada"]);
  });

  test("in no two people who are called otherwise", () => {
    expect(found({ people: [person, { ...person, id: "b", name: "Ada Quills" }] })).toEqual([]);
    expect(bareName("!")).not.toBe(bareName("?"));
  });

  test("in two that can't be made one, with no way to mend it offered", () => {
    const people = [person, { ...person, id: "b" }];
    const [offered] = problems({
      people,
      castMembers: [member, { ...member, id: "n", person_id: "b", role_type: "standby" }],
    });
    const [not] = problems({ people, castMembers: [member, { ...member, id: "n", person_id: "b" }] });

    expect(offered?.fixes[0]?.changes).toEqual([
      { action: "update", resource: "cast-members", id: "n", data: { person_id: "ada" } },
      { action: "delete", resource: "people", id: "b" },
    ]);
    expect(not?.fixes).toEqual([]);
  });

  test("in a production without a cast", () => {
    expect(found({ castMembers: [] })).toEqual(["production-without-cast run"]);
  });

  test("in a house without coordinates or seats", () => {
    expect(found({ theatres: [{ ...theatre, lng: null, capacity: null }] })).toEqual([
      "missing-coordinates barn",
      "missing-capacity barn",
    ]);
  });

  test("in an image that is not at an https address", () => {
    const image = "http://example.com/a.jpg";
    expect(found({ shows: [{ ...show, image }], people: [{ ...person, image: "HTTPS://example.com" }] })).toEqual([
      "image-not-https pier",
    ]);
    expect(problems({ people: [{ ...person, image }] })[0]?.fixes[0]?.changes).toEqual([
      { action: "update", resource: "people", id: "ada", data: { image: "https://example.com/a.jpg" } },
    ]);
  });
});

describe.each(homes)("the problems of the real data (%s)", (home) => {
  /** Half past midnight in London, when it is still the day before in UTC. */
  const now = () => Date.parse("2026-07-31T23:30:00Z");
  let service: Service;
  let staff: StaffClient;

  beforeAll(async () => {
    service = await startService(home, { now });
    staff = await staffClient(service);
  });
  afterAll(() => service.close());

  const list = async () => z.array(dataProblem).parse((await staff.send("GET", "problems")).body);

  test("are counted", async () => {
    const all = await list();

    const counts = Object.fromEntries(rules.map((rule) => [rule, all.filter((one) => one.rule === rule).length]));
    expect(counts).toEqual({
      "current-show-not-there": 1,
      "closed-run-still-current": 0,
      "two-open-productions": 0,
      "booking-until-past": 49,
      "duplicate-people": 0,
      "production-without-cast": 28,
      "missing-coordinates": 7,
      "missing-capacity": 0,
      "image-not-https": 0,
    });
  });

  test("follow the day in London", async () => {
    await staff.send("PUT", "shows/hamilton", { booking_until: "2026-07-31" });

    expect((await list()).find(({ record_id }) => record_id === "hamilton")).toMatchObject({
      rule: "booking-until-past",
    });
  });

  test("are mended by what is offered", async () => {
    const mendable = (await list()).filter(({ fixes }) => fixes.length > 0);

    const changes = mendable.flatMap(({ fixes }) => fixes[0]?.changes ?? []);
    expect((await staff.send("POST", "changes", { changes })).status).toBe(200);

    expect((await list()).filter(({ fixes }) => fixes.length > 0)).toEqual([]);
  });

  test("are for staff", async () => {
    expect((await service.get("/api/problems")).status).toBe(401);
  });
});
