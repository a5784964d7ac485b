import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { databaseKinds } from "../testing/databases.ts";
import { startService, type TestService } from "../testing/service.ts";
import { staffClient, type StaffClient } from "../testing/staff-client.ts";
import type { RuleData } from "./rule-data.ts";
import { findProblems } from "./find-problems.ts";
import { normalizePersonName } from "./person-rules.ts";
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
const sound: RuleData = {
  shows: [show],
  theatres: [theatre],
  people: [person],
  productions: [run],
  castMembers: [member],
};

/** The rule and record of each problem found when `changes` replace parts of the sound data. */
function found(data: Partial<RuleData>, day = today): string[] {
  return problems(data, day).map(({ rule, record_id }) => `${rule} ${record_id}`);
}

function problems(data: Partial<RuleData>, day = today): DataProblem[] {
  return z.array(dataProblem).parse(findProblems({ ...sound, ...data }, day));
}

describe("a problem is found", () => {
  test("in no sound data", () => {
    expect(found({})).toEqual([]);
    expect(found({ theatres: [{ ...theatre, current_show_id: "pier" }] })).toEqual([]);
  });

  test("not in a theatre whose current show opens within three weeks, as it may be in previews", () => {
    const theatres = [{ ...theatre, current_show_id: "pier" }];

    expect(found({ theatres, productions: [{ ...run, opening_date: "2026-12-12" }] })).toEqual([]);
  });

  test("in a theatre whose current show has no open production there", () => {
    const theatres = [{ ...theatre, current_show_id: "pier" }];

    expect(found({ theatres, productions: [{ ...run, opening_date: "2026-12-13" }] })).toEqual([
      "current-show-not-there barn",
    ]);
    expect(found({ theatres, productions: [] })).toEqual(["current-show-not-there barn"]);
  });

  test("in a theatre whose current show has closed, from the day after its last", () => {
    const theatres = [{ ...theatre, current_show_id: "pier" }];
    const productions = [{ ...run, closing_date: "2026-11-21" }];

    expect(found({ theatres, productions })).toEqual([]);
    expect(found({ theatres, productions }, "2026-11-22")).toEqual(["closed-run-still-current barn"]);
  });

  test("in a theatre with two open productions", () => {
    const second = { ...run, id: "second" };
    const castMembers = [member, { ...member, id: "n", production_id: "second" }];

    expect(found({ productions: [run, second], castMembers })).toEqual(["two-open-productions barn"]);
    expect(found({ productions: [run, { ...second, opening_date: "2026-11-22" }], castMembers })).toEqual([]);
  });

  test("in a booking date that is past while a run is open or has yet to open", () => {
    const shows = [{ ...show, booking_until: "2026-11-20" }];
    const closing = (closing_date: string | null) => found({ shows, productions: [{ ...run, closing_date }] });

    expect(closing(null)).toEqual(["booking-until-past pier"]);
    expect(closing(today)).toEqual(["booking-until-past pier"]);
    expect(closing("2026-11-20")).toEqual([]);
    expect(found({ shows, productions: [{ ...run, opening_date: "2027-01-01" }] })).toEqual([
      "booking-until-past pier",
    ]);
    expect(found({ shows, productions: [], castMembers: [] })).toEqual([]);
  });

  test("in no booking date of today", () => {
    expect(found({ shows: [{ ...show, booking_until: today }] })).toEqual([]);
    expect(found({ shows: [{ ...show, booking_until: today }] }, "2026-11-22")).toEqual(["booking-until-past pier"]);
  });

  test.each(["ADA QUILL", "Ada  Quill", "Áda Quîll", "Ada-Quill"])(
    "in a person with a second record called %s",
    (name) => {
      expect(found({ people: [person, { ...person, id: "b", name }] })).toEqual(["duplicate-people ada"]);
    },
  );

  test("in no two people with different names", () => {
    expect(found({ people: [person, { ...person, id: "b", name: "Ada Quills" }] })).toEqual([]);
    expect(normalizePersonName("!")).not.toBe(normalizePersonName("?"));
  });

  test("in a production without a cast", () => {
    expect(found({ castMembers: [] })).toEqual(["production-without-cast run"]);
  });

  test("in a theatre without coordinates or seats", () => {
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
  });
});

describe("a fix follows from the data alone", () => {
  const theatres = [{ ...theatre, current_show_id: "pier" }];
  const other = { ...show, id: "other", name: "Another" };
  const shows = [show, other];
  const offered = (data: Partial<RuleData>) =>
    problems(data).flatMap(({ fixes, decisions }) => [
      ...fixes.map(({ changes }) => changes),
      ...decisions.map((decision) => (decision.kind === "fields" ? decision.fields : decision.record_ids)),
    ]);

  test("a theatre gets the one show that runs there, and is never cleared beside it", () => {
    expect(offered({ shows, theatres, productions: [{ ...run, show_id: "other" }] })).toEqual([
      [{ action: "update", resource: "theatres", id: "barn", data: { current_show_id: "other" } }],
    ]);
  });

  test("a theatre's current show is cleared when its run has ended or has yet to open", () => {
    const none = [{ action: "update", resource: "theatres", id: "barn", data: { current_show_id: null } }];

    expect(offered({ theatres, productions: [{ ...run, closing_date: "2026-11-20" }] })).toEqual([none]);
    expect(offered({ theatres, productions: [{ ...run, opening_date: "2026-12-13" }] })).toEqual([none]);
  });

  test("a person chooses a theatre's show when two run there, and when the named one has no run", () => {
    const productions = ["a", "b"].map((id) => ({ ...run, id, show_id: "other" }));
    const castMembers = productions.map(({ id }) => ({ ...member, id, production_id: id }));

    expect(offered({ shows, theatres, productions, castMembers })).toEqual([["current_show_id"]]);
    expect(offered({ theatres, productions: [] })).toEqual([["current_show_id"]]);
  });

  test("a person sets the new end of a booking, or the day on which an open-ended run closed", () => {
    const past = { shows: [{ ...show, booking_until: "2026-11-20" }] };
    const remedies = (productions: RuleData["productions"]) =>
      problems({ ...past, productions }).flatMap(({ fixes, decisions }) => [...fixes, ...decisions]);
    const lastDay = {
      kind: "fields",
      resource: "shows",
      record_id: "pier",
      fields: ["booking_until"],
      earliest: today,
    };

    expect(remedies([run])).toMatchObject([
      lastDay,
      {
        kind: "fields",
        resource: "productions",
        record_id: "run",
        fields: ["closing_date"],
        earliest: "2026-01-01",
        latest: today,
      },
    ]);
    expect(remedies([{ ...run, closing_date: "2027-01-01" }])).toMatchObject([lastDay]);
    expect(remedies([{ ...run, opening_date: "2027-01-01" }])).toMatchObject([lastDay]);
  });

  test("a person chooses how to merge people, and can tell them apart", () => {
    const people = [person, { ...person, id: "b", bio: "Born in Hull. ".repeat(9) }];

    expect(problems({ people })).toMatchObject([
      {
        detail: "1 credit, no biography",
        related: [{ detail: "0 credits, “Born in Hull. Born in Hull. Born in Hull. Born in Hull. Born…”" }],
        fixes: [],
        decisions: [{ kind: "merge", resource: "people", record_ids: ["ada", "b"] }],
      },
    ]);
  });

  test("a person checks an image's address by https", () => {
    expect(problems({ people: [{ ...person, image: "http://example.com/a.jpg" }] })).toMatchObject([
      { fixes: [], decisions: [{ fields: ["image"], suggested: { image: "https://example.com/a.jpg" } }] },
    ]);
  });
});

describe.each(databaseKinds)("the problems of the real data (%s)", (databaseKind) => {
  /** Half past midnight in London, when UTC still has the previous day. */
  const now = () => Date.parse("2026-07-31T23:30:00Z");
  let service: TestService;
  let staff: StaffClient;

  beforeAll(async () => {
    service = await startService(databaseKind, { now });
    staff = await staffClient(service);
  });
  afterAll(() => service.close());

  const list = async () => z.array(dataProblem).parse((await staff.send("GET", "problems")).body);

  test("are counted", async () => {
    const all = await list();

    const counts = Object.fromEntries(rules.map((rule) => [rule, all.filter((one) => one.rule === rule).length]));
    expect(counts).toEqual({
      "current-show-not-there": 15,
      "closed-run-still-current": 0,
      "two-open-productions": 0,
      "booking-until-past": 0,
      "duplicate-people": 0,
      "production-without-cast": 115,
      "missing-coordinates": 7,
      "missing-capacity": 0,
      "image-not-https": 0,
    });
  });

  test("do not include past booking dates of shows whose runs have ended", async () => {
    const read = async <R>(path: string) => (await staff.send("GET", path)).body as unknown as R[];
    const shows = await read<RuleData["shows"][number]>("shows");
    const theatres = await read<RuleData["theatres"][number]>("theatres");
    const productions = await read<RuleData["productions"][number]>("productions");
    const day = "2026-11-22";

    expect(shows.filter(({ booking_until }) => booking_until !== null && booking_until < day)).toHaveLength(52);
    expect(found({ shows, theatres, productions }, day).filter((one) => one.startsWith("booking-until"))).toEqual([]);
  });

  test("follow the day in London", async () => {
    await staff.send("PUT", "shows/hamilton", { booking_until: "2026-07-31" });

    expect((await list()).find(({ record_id }) => record_id === "hamilton")).toMatchObject({
      rule: "booking-until-past",
    });
  });

  test("are fixed by the offered fixes", async () => {
    await staff.send("PUT", "theatres/lyric-shaftesbury", { current_show_id: "hamilton" });
    const mendable = (await list()).filter(({ fixes }) => fixes.length > 0);
    expect(mendable).not.toEqual([]);

    const changes = mendable.flatMap(({ fixes }) => fixes[0]?.changes ?? []);
    expect((await staff.send("POST", "changes", { changes })).status).toBe(200);

    expect((await list()).filter(({ fixes }) => fixes.length > 0)).toEqual([]);
  });

  test("are for staff only", async () => {
    expect((await service.get("/api/problems")).status).toBe(401);
  });
});
