import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findProblems, type RuleProblem } from "./find-problems.ts";
import type { RuleData } from "./rule-data.ts";
import { dataProblem } from "./schema.browser.ts";

const today = "2026-11-21";
const source = { field: null, name: "A page", url: null, kind: "press" as const, read_on: "2026-11-20", note: null };
const known = { aliases: [], external_ids: {}, verified_at: null, sources: [source] };
const show = {
  ...known,
  id: "pier",
  name: "The Pier",
  type: "play" as const,
  description: null,
  image: null,
  booking_until: null,
};
const theatre = {
  ...known,
  id: "barn",
  name: "The Barn",
  address: null,
  postcode: null,
  lat: 51.5,
  lng: -0.1,
  capacity: 300,
  current_show_id: null,
  website: null,
};
const run = {
  id: "run",
  show_id: "pier",
  theatre_id: "barn",
  opening_date: "2026-01-01",
  closing_date: null,
  first_preview: null,
  press_night: null,
  run_type: null,
  running_minutes: null,
  intervals: null,
  age_from: null,
  content_notes: null,
  booking_url: null,
  transfer_of: null,
  external_ids: {},
  verified_at: null,
  sources: [source],
};
const person = { ...known, id: "ada", name: "Ada Quill", bio: null, image: null };
const role = { ...known, id: "lead", name: "The Lead", description: null, production_id: "run" };
const engagement = { from: null, to: null, ended: false, note: null };
const member = {
  id: "m",
  person_id: "ada",
  production_id: "run",
  role_id: null,
  role_type: "swing" as const,
  billing_order: null,
  engagements: [engagement],
  covers: [],
  verified_at: null,
  sources: [source],
};
const sound: RuleData = {
  shows: [show],
  theatres: [theatre],
  people: [person],
  roles: [role],
  productions: [run],
  "cast-members": [member],
};

async function problems(data: Partial<RuleData>, day = today): Promise<RuleProblem[]> {
  return z.array(dataProblem.omit({ snooze: true })).parse(await findProblems({ ...sound, ...data }, day));
}

/** The rule and record of each problem found when `changes` replace parts of the sound data. */
async function found(data: Partial<RuleData>, day = today): Promise<string[]> {
  return (await problems(data, day)).map(({ rule, record_id }) => `${rule} ${record_id}`);
}

/** A production with these values instead of the sound ones. */
const runs = (changes: Partial<RuleData["productions"][number]>) => ({ productions: [{ ...run, ...changes }] });
const cast = (changes: Partial<RuleData["cast-members"][number]>) => ({ "cast-members": [{ ...member, ...changes }] });
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

describe("theatres and their shows", () => {
  const theatres = [{ ...theatre, current_show_id: "pier" }];

  test("sound data has no problems", async () => {
    expect(await found({})).toEqual([]);
    expect(await found({ theatres })).toEqual([]);
  });

  test("a current show may open within three weeks, or be in previews", async () => {
    expect(await found({ theatres, ...runs({ opening_date: "2026-12-12" }) })).toEqual([]);
    expect(await found({ theatres, ...runs({ opening_date: "2026-12-13" }) })).toEqual(["current-show-not-there barn"]);
    const previewing = { opening_date: "2027-02-01", first_preview: today };
    expect(await found({ theatres, ...runs(previewing) })).toEqual([]);
    expect(await found({ theatres, ...runs({ ...previewing, first_preview: "2026-11-22" }) })).toEqual([
      "current-show-not-there barn",
    ]);
  });

  test("a current show without a production there is a contradiction", async () => {
    expect(await found({ theatres, productions: [], "cast-members": [] })).toEqual(["current-show-not-there barn"]);
  });

  test("a current show has closed from the day after its last", async () => {
    const closing = { theatres, ...runs({ closing_date: today }) };

    expect(await found(closing)).toEqual([]);
    expect(await found(closing, "2026-11-22")).toEqual(["closed-run-still-current barn"]);
  });

  test("two productions run in one theatre from the day on which the second opens", async () => {
    const second = { ...run, id: "second", opening_date: "2026-11-21" };
    const data = {
      productions: [run, second],
      "cast-members": [member, { ...member, id: "n", production_id: "second" }],
    };

    expect(await found(data)).toEqual(["two-open-productions barn"]);
    expect(await found(data, "2026-11-20")).toEqual(["coming-overlap barn"]);
  });

  test("a coming production overlaps another unless that is known to close before it opens", async () => {
    const coming = { ...run, id: "coming", opening_date: "2027-02-03" };
    const cast = { "cast-members": [member, { ...member, id: "n", production_id: "coming" }] };
    const until = (closing_date: string | null) => ({ ...cast, productions: [{ ...run, closing_date }, coming] });

    const [problem] = await problems(until(null));
    expect(problem).toMatchObject({
      rule: "coming-overlap",
      record_id: "barn",
      message: expect.stringMatching(/^.+ has no closing date; .+ opens on 2027-02-03\.$/) as unknown,
      is_on: false,
    });
    expect(problem?.decisions).toMatchObject([
      {
        record_id: run.id,
        suggested: { closing_date: "2027-02-02" },
        reason: expect.stringMatching(/^The day before .+ opens$/) as unknown,
      },
    ]);
    expect(await found(until("2027-02-03"))).toEqual(["coming-overlap barn"]);
    expect(await found(until("2027-02-02"))).toEqual([]);
  });

  test("a booking date is past from the day after it, while a run is open or has yet to open", async () => {
    const shows = [{ ...show, booking_until: "2026-11-20" }];

    expect(await found({ shows })).toEqual(["booking-until-past pier"]);
    expect(await found({ shows, ...runs({ closing_date: today }) })).toEqual(["booking-until-past pier"]);
    expect(await found({ shows, ...runs({ opening_date: "2027-01-01" }) })).toEqual(["booking-until-past pier"]);
    expect(await found({ shows }, "2026-11-20")).toEqual([]);
    expect(await found({ shows, ...runs({ closing_date: "2026-11-20" }) })).toEqual([]);
    expect(await found({ shows, productions: [], "cast-members": [] })).toEqual([]);
  });

  test("coordinates and seats are missing", async () => {
    expect(await found({ theatres: [{ ...theatre, lng: null, capacity: null }] })).toEqual([
      "missing-coordinates barn",
      "missing-capacity barn",
    ]);
  });

  test("an image is not at an https address", async () => {
    const image = "http://example.com/a.jpg";

    expect(await found({ shows: [{ ...show, image }], people: [{ ...person, image: "HTTPS://example.com" }] })).toEqual(
      ["image-not-https pier"],
    );
  });
});

describe("runs", () => {
  const confirmed = (day: string, changes: object = {}) =>
    runs({ sources: [{ ...source, read_on: null }], verified_at: `${day}T12:00:00.000Z`, ...changes });

  test("a running production needs verification after 45 days", async () => {
    expect(await found(confirmed(daysAgo(44)))).toEqual([]);
    expect(await found(confirmed(daysAgo(45)))).toEqual(["running-not-verified run"]);
  });

  test("one that closes within 14 days needs it after 7", async () => {
    const soon = { closing_date: "2026-12-05" };

    expect(await found(confirmed(daysAgo(6), soon))).toEqual([]);
    expect(await found(confirmed(daysAgo(7), soon))).toEqual(["closing-not-verified run"]);
    expect(await found(confirmed(daysAgo(60), soon))).toEqual(["closing-not-verified run"]);
    expect(await found(confirmed(daysAgo(7), { closing_date: "2026-12-06" }))).toEqual([]);
  });

  test("one that has closed or has yet to open needs none; one in previews does", async () => {
    expect(await found(confirmed(daysAgo(60), { closing_date: "2026-11-20" }))).toEqual([]);
    expect(await found(confirmed(daysAgo(60), { opening_date: "2026-11-22" }))).toEqual([]);
    expect(await found(confirmed(daysAgo(60), { opening_date: "2026-11-22", first_preview: today }))).toEqual([
      "running-not-verified run",
    ]);
  });

  test("a source counts as verification on the day on which it was read, unless that is in the future", async () => {
    const read = (read_on: string) => found(runs({ sources: [{ ...source, read_on }] }));

    expect(await read(daysAgo(44))).toEqual([]);
    expect(await read(daysAgo(45))).toEqual(["running-not-verified run"]);
    expect(await read("2026-11-22")).toEqual(["running-not-verified run"]);
  });

  test("a record without verification and sources was never verified", async () => {
    expect(await problems(runs({ sources: [{ ...source, read_on: null }] }))).toMatchObject([
      { rule: "running-not-verified", message: "Never verified." },
    ]);
  });

  test("the day of a verification is the one in London", async () => {
    const atMidnight = runs({ sources: [{ ...source, read_on: null }], verified_at: "2026-06-30T23:30:00.000Z" });

    expect(await found(atMidnight, "2026-08-14")).toEqual([]);
    expect(await found(atMidnight, "2026-08-15")).toEqual(["running-not-verified run"]);
  });

  test("an open run has no closing date until it has closed", async () => {
    expect(await found(runs({ run_type: "open" }))).toEqual([]);
    expect(await found(runs({ run_type: "open", closing_date: "2027-03-01" }))).toEqual([
      "run-type-contradicts-closing run",
    ]);
    expect(await found(runs({ run_type: "open", closing_date: "2026-11-20" }))).toEqual([]);
    expect(await found(runs({ run_type: "limited", closing_date: "2027-03-01" }))).toEqual([]);
  });

  test("a transfer is a later run of the same show", async () => {
    const first = { ...run, id: "first", opening_date: "2025-12-31", closing_date: "2025-12-31" };
    const data = (changes: Partial<typeof first>) => ({
      productions: [
        { ...run, transfer_of: "first" },
        { ...first, ...changes },
      ],
      shows: [show, { ...show, id: "other", name: "Other" }],
    });

    expect(await found(data({}))).toEqual([]);
    expect(await found(data({ opening_date: "2026-01-01", closing_date: "2026-01-01" }))).toEqual([
      "transfer-not-later run",
    ]);
    expect(await found(data({ show_id: "other" }))).toEqual(["transfer-not-later run"]);
  });
});

describe("casts", () => {
  test("a running production has a cast", async () => {
    expect(await found({ "cast-members": [] })).toEqual(["production-without-cast run"]);
    expect(await found({ "cast-members": [], ...runs({ closing_date: "2026-11-20" }) })).toEqual([]);
    expect(await found({ "cast-members": [], ...runs({ opening_date: "2026-11-22" }) })).toEqual([]);
  });

  test("the cast of a run of over a year has dates", async () => {
    const undated = cast({ engagements: [] });

    expect(await found({ ...undated, ...runs({ opening_date: "2025-11-21" }) })).toEqual([]);
    expect(await found({ ...undated, ...runs({ opening_date: "2025-11-20" }) })).toEqual(["undated-cast run"]);
    expect(await found(runs({ opening_date: "2025-11-20" }))).toEqual([]);
    const ended = { opening_date: "2001-05-01", closing_date: "2002-05-01" };
    expect(await found({ ...undated, ...runs(ended) })).toEqual([]);
    expect(await found({ ...undated, ...runs({ ...ended, closing_date: "2002-05-02" }) })).toEqual([
      "undated-cast run",
    ]);
  });

  test("an engagement shares a day with the run", async () => {
    const limited = runs({ closing_date: "2026-12-31" });

    expect(await found({ ...limited, ...cast({ engagements: [{ ...engagement, from: "2026-12-31" }] }) })).toEqual([]);
    expect(await found({ ...limited, ...cast({ engagements: [{ ...engagement, from: "2027" }] }) })).toEqual([
      "engagement-outside-run m",
    ]);
    expect(
      await found(cast({ engagements: [{ ...engagement, from: "2025", to: "2025-12-31", ended: true }] })),
    ).toEqual(["engagement-outside-run m"]);
    expect(await found(cast({ engagements: [{ ...engagement, from: "2025", to: "2026-01", ended: true }] }))).toEqual(
      [],
    );
  });

  test("the engagements of one person do not overlap", async () => {
    const engagements = (to: string) => [
      { ...engagement, from: "2026-02-01", to, ended: true },
      { ...engagement, from: "2026-03-02" },
    ];

    expect(await found(cast({ engagements: engagements("2026-03-01") }))).toEqual([]);
    expect(await found(cast({ engagements: engagements("2026-03-02") }))).toEqual(["engagements-contradict m"]);
  });

  test("a principal does not cover the same role; an understudy does", async () => {
    const covers = [{ role_id: "lead", call_order: null }];

    expect(await found(cast({ role_id: "lead", role_type: "principal", covers }))).toEqual(["cover-of-own-role m"]);
    expect(await found(cast({ role_id: "lead", role_type: "understudy", covers }))).toEqual([]);
    expect(await found(cast({ role_id: null, role_type: "principal", covers }))).toEqual([]);
  });
});

describe("duplicates", () => {
  test.each(["ADA QUILL", "Ada  Quill", "Áda Quîll", "Ada-Quill", "Ada Q'uill"])(
    "a person may have a second record called %s",
    async (name) => {
      expect(await found({ people: [person, { ...person, id: "b", name }] })).toEqual(["duplicate-people ada"]);
    },
  );

  test("people with different names are not duplicates", async () => {
    expect(await found({ people: [person, { ...person, id: "b", name: "Ada Quills" }] })).toEqual([]);
  });

  test("other names count, and join records that share none", async () => {
    const alias = (name: string) => ({ name, kind: "also" as const, from: null, to: null });
    const people = [
      person,
      { ...person, id: "b", name: "Bea Oke" },
      { ...person, id: "c", name: "Cy Rand", aliases: [alias("ada quill"), alias("Béa Oke")] },
      { ...person, id: "d", name: "Di Sand" },
    ];

    expect(await problems({ people })).toMatchObject([
      { rule: "duplicate-people", decisions: [{ record_ids: ["ada", "b", "c"] }] },
    ]);
  });

  test("a house that had the present name of a house elsewhere is no duplicate of it", async () => {
    const former = { name: "Old Barn", kind: "former" as const, from: "1894", to: "1895" };
    const foundWith = (other: { name: string; postcode: string | null }) =>
      found({
        theatres: [
          { ...theatre, aliases: [former], postcode: "WC2N 4BG" },
          { ...theatre, id: "b", ...other },
        ],
      });

    expect(await foundWith({ name: "Old Barn", postcode: "SW1A 2DY" })).toEqual([]);
    for (const postcode of ["WC2N 4BG", null])
      expect(await foundWith({ name: "Old Barn", postcode })).toEqual(["duplicate-theatres barn"]);
    expect(await foundWith({ name: theatre.name, postcode: "SW1A 2DY" })).toEqual(["duplicate-theatres barn"]);
  });

  test("shows, theatres and the roles of one production may be duplicates", async () => {
    const second = { ...run, id: "second", opening_date: "2027-02-01" };
    const roles = (production_id: string) => ({ roles: [role, { ...role, id: "r", name: "the lead", production_id }] });

    expect(await found({ shows: [show, { ...show, id: "p", name: "THE PIER" }] })).toEqual(["duplicate-shows pier"]);
    expect(await found({ theatres: [theatre, { ...theatre, id: "b", name: "the barn" }] })).toEqual([
      "duplicate-theatres barn",
    ]);
    expect(await found(roles("run"))).toEqual(["duplicate-roles lead"]);
    const productions = [{ ...run, closing_date: "2027-01-31" }, second];
    expect(await found({ ...roles("second"), productions })).toEqual([]);
  });
});

describe("facts without a source", () => {
  const about = (...fields: (string | null)[]) => fields.map((field) => ({ ...source, field }));
  const messages = async (data: Partial<RuleData>) => (await problems(data)).map(({ message }) => message);

  test("each date of a production needs one, or the whole production", async () => {
    const dated = { opening_date: "2026-01-01", closing_date: "2027-01-01" };

    expect(await messages(runs({ ...dated, sources: about("opening_date") }))).toEqual(["No source: closing date."]);
    expect(await messages(runs({ ...dated, sources: about("theatre_id") }))).toEqual([
      "No source: opening date, closing date.",
    ]);
    expect(await messages(runs({ ...dated, sources: about("opening_date", "closing_date") }))).toEqual([]);
    expect(await messages(runs({ closing_date: null, sources: about("opening_date") }))).toEqual([]);
  });

  test("the last bookable day of a running show needs one", async () => {
    const shows = [{ ...show, booking_until: "2027-01-01", sources: [] }];

    expect(await found({ shows })).toEqual(["show-without-source pier"]);
    expect(await found({ shows, ...runs({ opening_date: "2026-11-22" }) })).toEqual([]);
    expect(await found({ shows: [{ ...show, sources: [] }] })).toEqual([]);
  });

  test("the address, seats and coordinates of a theatre need one", async () => {
    const theatres = [{ ...theatre, address: "1 Barn Lane", sources: about("address") }];

    expect(await messages({ theatres })).toEqual(["No source: capacity, coordinates."]);
  });

  test("every cast member needs one; a production's are one problem", async () => {
    const other = { ...member, id: "n", role_type: "ensemble" as const, sources: [] };

    expect(await problems({ "cast-members": [member, other] })).toMatchObject([
      { rule: "cast-without-source", record_id: "run", decisions: [{ records: [{ record_id: "n", fields: [] }] }] },
    ]);
  });
});

describe("a fix follows from the data alone", () => {
  const theatres = [{ ...theatre, current_show_id: "pier" }];
  const shows = [show, { ...show, id: "other", name: "Another" }];
  const offered = async (data: Partial<RuleData>) =>
    (await problems(data)).flatMap(({ fixes, decisions }) => [
      ...fixes.map(({ changes }) => changes),
      ...decisions.flatMap((decision) => (decision.kind === "fields" ? [decision.fields] : [])),
    ]);

  test("a theatre gets the one show that runs there, and is never cleared beside it", async () => {
    expect(await offered({ shows, theatres, ...runs({ show_id: "other" }) })).toEqual([
      [{ action: "update", resource: "theatres", id: "barn", data: { current_show_id: "other" } }],
    ]);
  });

  test("a theatre's current show is cleared when its run has ended or has yet to open", async () => {
    const none = [{ action: "update", resource: "theatres", id: "barn", data: { current_show_id: null } }];

    expect(await offered({ theatres, ...runs({ closing_date: "2026-11-20" }) })).toEqual([none]);
    expect(await offered({ theatres, ...runs({ opening_date: "2026-12-13" }) })).toEqual([none]);
  });

  test("a person chooses a theatre's show when the named one has no run", async () => {
    expect(await offered({ theatres, productions: [], "cast-members": [] })).toEqual([["current_show_id"]]);
  });

  test("a person sets the new end of a booking, or the day on which an open-ended run closed", async () => {
    const past = { shows: [{ ...show, booking_until: "2026-11-20" }] };
    const remedies = async (changes: Partial<RuleData["productions"][number]>) =>
      (await problems({ ...past, ...runs(changes) })).flatMap(({ decisions }) => decisions);
    const lastDay = { kind: "fields", resource: "shows", record_id: "pier", earliest: today };

    expect(await remedies({})).toMatchObject([
      lastDay,
      { resource: "productions", record_id: "run", earliest: "2026-01-01", latest: today },
    ]);
    expect(await remedies({ closing_date: "2027-01-01" })).toMatchObject([lastDay]);
    expect(await remedies({ opening_date: "2027-01-01" })).toMatchObject([lastDay]);
  });

  test("a person chooses how to merge people, and can tell them apart", async () => {
    const people = [person, { ...person, id: "b", bio: "Born in Hull. ".repeat(9) }];

    expect(await problems({ people })).toMatchObject([
      {
        detail: "1 credit, no biography",
        related: [{ detail: "0 credits, “Born in Hull. Born in Hull. Born in Hull. Born in Hull. Born…”" }],
        fixes: [],
        decisions: [{ kind: "merge", resource: "people", record_ids: ["ada", "b"] }],
      },
    ]);
  });

  test("a person checks an image's address by https", async () => {
    expect(await problems({ people: [{ ...person, image: "http://example.com/a.jpg" }] })).toMatchObject([
      { fixes: [], decisions: [{ fields: ["image"], suggested: { image: "https://example.com/a.jpg" } }] },
    ]);
  });
});

test("contradictions come first, then tonight's productions, those that close first at the top", async () => {
  const house = (id: string) => ({ ...theatre, id, name: id, capacity: id === "barn" ? 300 : null });
  const production = (id: string, closing_date: string | null, opening_date = "2026-01-01") => ({
    ...run,
    id,
    theatre_id: id,
    opening_date,
    closing_date,
  });
  const productions = [
    production("later", null, "2027-01-01"),
    production("open", null),
    production("second", "2026-12-30"),
    production("first", "2026-12-24"),
  ];
  const data = {
    theatres: [theatre, ...productions.map(({ id }) => house(id))],
    shows: [{ ...show, booking_until: "2026-11-20" }],
    productions: [run, ...productions],
    "cast-members": [member, ...productions.map(({ id }) => ({ ...member, id, production_id: id, sources: [] }))],
  };

  const all = await problems(data);

  expect(all.map(({ rule }) => rule)).toEqual([
    "booking-until-past",
    ...Array<string>(4).fill("missing-capacity"),
    ...Array<string>(4).fill("cast-without-source"),
  ]);
  const sources = all.filter(({ rule }) => rule === "cast-without-source");
  expect(sources.map(({ record_id, is_on }) => [record_id, is_on])).toEqual([
    ["first", true],
    ["second", true],
    ["open", true],
    ["later", false],
  ]);
  expect(sources[0]?.theatres).toEqual([{ id: "first", name: "first" }]);
});

test("the facts of a problem change with the values that make it, and with nothing else", async () => {
  const factsOf = async (changes: object, day = today) =>
    (await problems({ shows: [{ ...show, booking_until: "2026-11-20", ...changes }] }, day))[0]?.facts;

  const facts = await factsOf({});

  expect(await factsOf({ description: "New" }, "2026-11-30")).toBe(facts);
  expect(await factsOf({ booking_until: "2026-11-19" })).not.toBe(facts);
});
