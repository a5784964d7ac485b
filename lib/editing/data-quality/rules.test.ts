import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findProblems, type RuleProblem } from "./find-problems.ts";
import type { RuleReader, KnownPath, KnownRecords } from "./rule.ts";
import { dataProblem } from "./schema.browser.ts";

const today = "2026-11-21";
const [yesterday, tomorrow] = ["2026-11-20", "2026-11-22"];
const source = { field: null, name: "A page", url: null, kind: "press" as const, read_on: "2026-11-20", note: null };
const verification = { verified_at: null, sources: [source] };
const known = { aliases: [], external_ids: {}, ...verification };
const show = {
  ...{ ...known, id: "pier", name: "The Pier", type: "play" as const },
  ...{ description: null, image: null, booking_until: null },
};
const theatre = {
  ...{ ...known, id: "barn", name: "The Barn", address: null, postcode: null, lat: 51.5, lng: -0.1, capacity: 300 },
  ...{ current_show_id: null, website: null },
};
const run = {
  ...{ ...verification, id: "run", show_id: "pier", theatre_id: "barn", opening_date: "2026-01-01" },
  ...{ closing_date: null, first_preview: null, press_night: null, run_type: null, running_minutes: null },
  ...{ intervals: null, age_from: null, content_notes: null, booking_url: null, transfer_of: null, external_ids: {} },
  ...{ schedule: [{ day: "mon" as const, time: "19:30", from: null, to: null }], performances: [] },
};
const person = { ...known, id: "ada", name: "Ada Quill", bio: null, image: null };
const role = { ...known, id: "lead", name: "The Lead", description: null, production_id: "run" };
const engagement = { from: null, to: null, ended: false, seen: [], note: null };
const member = {
  ...{ ...verification, id: "m", person_id: "ada", production_id: "run", role_id: null, role_type: "swing" as const },
  ...{ billing_order: null, engagements: [engagement], covers: [] },
};
const crewOf = (productions: readonly { id: string }[], ...jobs: ("director" | "author")[]) =>
  productions.flatMap(({ id }) =>
    jobs.map((job) => ({
      ...{ ...verification, id: `${id} ${job}`, person_id: "ada", production_id: id, job },
      ...{ credit: null, billing_order: null, from: null, to: null },
    })),
  );
const sound: Omit<AllRecords, "crew-members"> = {
  ...{ shows: [show], theatres: [theatre], people: [person], roles: [role] },
  ...{ productions: [run], "cast-members": [member] },
};

type AllRecords = { [P in KnownPath]: KnownRecords[P][] };
type Data = Partial<AllRecords>;
type Run = KnownRecords["productions"];
type Member = KnownRecords["cast-members"];

async function problems(data: Data, day = today): Promise<RuleProblem[]> {
  const crew = { "crew-members": crewOf(data.productions ?? sound.productions, "director", "author") };
  const reader = readerOf({ ...sound, ...crew, ...data }, day);
  return z.array(dataProblem.omit({ snooze: true })).parse(await findProblems(reader));
}

function readerOf(records: AllRecords, day: string): RuleReader {
  const rowsOf = (path: KnownPath) =>
    records[path].map((record) => ({ id: record.id, record, details: record, sources: {} }));
  return {
    today: day,
    list: rowsOf,
    row: (path, id) => rowsOf(path).find((row) => row.id === id),
    where: (path, field, value) =>
      rowsOf(path).filter(({ record }) => new Map<string, unknown>(Object.entries(record)).get(field) === value),
  };
}

/** A production, a cast member or a theatre with these values instead of the sound ones. */
const runs = (changes: Partial<Run>) => ({ productions: [{ ...run, ...changes }] });
const cast = (changes: Partial<Member>) => ({ "cast-members": [{ ...member, ...changes }] });
const engaged = (...some: Partial<typeof engagement | { from: string; to: string; ended: boolean }>[]) =>
  cast({ engagements: some.map((one) => ({ ...engagement, ...one })) });
const playing = { theatres: [{ ...theatre, current_show_id: "pier" }] };
const booked = (booking_until: string) => ({ shows: [{ ...show, booking_until }] });
const noRuns = { productions: [], "cast-members": [] };
const opens = (opening_date: string) => runs({ opening_date });
const closes = (closing_date: string) => runs({ closing_date });
const noCast = { "cast-members": [] };
const unsourcedShow = { shows: [{ ...show, booking_until: "2027-01-01", sources: [] }] };
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
/** A production that was verified on a day, and whose source was read on none. */
const unread = [{ ...source, read_on: null }];
const verified = (day: string, changes: Partial<Run> = {}) =>
  runs({ sources: unread, verified_at: `${day}T12:00:00.000Z`, ...changes });
const verifiedAtNight = runs({ sources: unread, verified_at: "2026-06-30T23:30:00.000Z" });
const readOn = (read_on: string) => runs({ sources: [{ ...source, read_on }] });
const about = (...fields: string[]) => fields.map((field) => ({ ...source, field }));
/** A second production in the same theatre, with a cast. */
const beside = (closing_date: string | null, opening_date: string) => ({
  productions: [
    { ...run, closing_date },
    { ...run, id: "second", opening_date },
  ],
  "cast-members": [member, { ...member, id: "n", production_id: "second" }],
});
const transferred = (first: Partial<Run>) => ({
  productions: [
    { ...run, transfer_of: "first" },
    { ...run, id: "first", opening_date: "2025-12-31", closing_date: "2025-12-31", ...first },
  ],
  shows: [show, { ...show, id: "other", name: "Other" }],
});
const covers = [{ role_id: "lead", call_order: null }];
const lead = { role_id: "lead", covers };
const bare = "missing-coordinates barn, missing-capacity barn";
const contradicts = "run-type-contradicts-closing run";
const later = { closing_date: "2026-12-06" };
const inPreviews = { opening_date: tomorrow, first_preview: today };
const sameDay = { opening_date: "2026-01-01", closing_date: "2026-01-01" };
const engagedUntil = (to: string) => engaged({ from: "2026-02-01", to, ended: true }, { from: "2026-03-02" });
const citing = (...fields: string[]) => runs({ closing_date: "2027-01-01", sources: about(...fields) });
const withNamesake = (name: string) => ({ people: [person, { ...person, id: "b", name }] });
const former = { name: "Old Barn", kind: "former" as const, from: "1894", to: "1895" };
const houses = (other: { name: string; postcode: string | null }) => ({
  theatres: [
    { ...theatre, aliases: [former], postcode: "WC2N 4BG" },
    { ...theatre, id: "b", ...other },
  ],
});
const rolesOf = (production_id: string) => ({ roles: [role, { ...role, id: "r", name: "the lead", production_id }] });
const soon = { closing_date: "2026-12-05" };
const longAgo = { opening_date: "2001-05-01", closing_date: "2002-05-01" };
const previews = { opening_date: "2027-02-01", first_preview: today };

const notThere = "current-show-not-there barn";
const notVerified = "running-not-verified run";
const closing = "closing-not-verified run";
const overlap = "coming-overlap barn";
const past = "booking-until-past pier";
const outside = "engagement-outside-run m";
const twins = "duplicate-theatres barn";
const notLater = "transfer-not-later run";
const undated = "undated-cast run";
const several = "several-in-role lead";
const inRole = (...dates: Partial<typeof engagement | { from: string; to: string; ended: boolean }>[]) => ({
  "cast-members": dates.map((one, index) => ({
    ...{ ...member, id: `m${index}`, role_id: "lead", role_type: "principal" as const },
    engagements: [{ ...engagement, ...one }],
  })),
});
const [early, late] = [{ from: "2026-02-01" }, { from: "2026-06-01" }];
const longRun = { opening_date: "2020-01-01", sources: [{ ...source, read_on: today }] };
/** A member of a long run who joined, and whose source was read, on these days. */
const joined = (from: string, read_on: string | null, seen: string[] = []) => ({
  ...runs(longRun),
  ...cast({ engagements: [{ ...engagement, from, seen }] as Member["engagements"], sources: [{ ...source, read_on }] }),
});
const stale = "stale-engagement m";
const press = { press_night: "2026-01-08" };
const unsourced = "show-without-source pier";

describe("the rules find", () => {
  test.each<[sentence: string, data: Data, found: string | null, day?: string]>([
    ["nothing in sound data", {}, null],
    ["nothing where the current show runs", playing, null],
    ["nothing where it opens within three weeks", { ...playing, ...opens("2026-12-12") }, null],
    ["one that opens later", { ...playing, ...opens("2026-12-13") }, notThere],
    ["nothing where it is in previews", { ...playing, ...runs(previews) }, null],
    ["previews that begin tomorrow", { ...playing, ...runs({ ...previews, first_preview: tomorrow }) }, notThere],
    ["a current show without a production there", { ...playing, ...noRuns }, notThere],
    ["nothing on the last day of a current show", { ...playing, ...closes(today) }, null],
    ["a current show that has closed", { ...playing, ...closes(today) }, "closed-run-still-current barn", tomorrow],
    ["two open productions from the day on which the second opens", beside(null, today), "two-open-productions barn"],
    ["that they will overlap before", beside(null, today), overlap, yesterday],
    ["that one closes on the day on which another opens", beside("2027-02-03", "2027-02-03"), overlap],
    ["nothing where it closes the day before", beside("2027-02-02", "2027-02-03"), null],
    ["a past end of booking", booked(yesterday), past],
    ["a past end of booking on the last day", { ...booked(yesterday), ...closes(today) }, past],
    ["a past end of booking before the run", { ...booked(yesterday), ...opens("2027-01-01") }, past],
    ["no end of booking on its day", booked(yesterday), null, yesterday],
    ["no end of booking of a run that is over", { ...booked(yesterday), ...closes(yesterday) }, null],
    ["no end of booking without a run", { ...booked(yesterday), ...noRuns }, null],
    ["missing coordinates and seats", { theatres: [{ ...theatre, lng: null, capacity: null }] }, bare],
    [
      "an image that is not at an https address",
      { shows: [{ ...show, image: "http://e.com/a.jpg" }], people: [{ ...person, image: "HTTPS://e.com" }] },
      "image-not-https pier",
    ],

    ["nothing 44 days after a verification", verified(daysAgo(44)), null],
    ["no verification for 45 days", verified(daysAgo(45)), notVerified],
    ["nothing six days after that of a run that closes within 14 days", verified(daysAgo(6), soon), null],
    ["seven days after that", verified(daysAgo(7), soon), closing],
    ["60 days after that", verified(daysAgo(60), soon), closing],
    ["nothing seven days after where it closes a day later", verified(daysAgo(7), later), null],
    ["nothing where it has closed", verified(daysAgo(60), { closing_date: yesterday }), null],
    ["nothing where it has yet to open", verified(daysAgo(60), { opening_date: tomorrow }), null],
    ["an unverified run in previews", verified(daysAgo(60), inPreviews), notVerified],
    ["nothing 44 days after a source was read", readOn(daysAgo(44)), null],
    ["no source that was read for 45 days", readOn(daysAgo(45)), notVerified],
    ["a source that was read in the future", readOn(tomorrow), notVerified],
    ["nothing 44 days in London after a verification", verifiedAtNight, null, "2026-08-14"],
    ["45 days in London after it", verifiedAtNight, notVerified, "2026-08-15"],
    ["an open run that will close", runs({ run_type: "open", closing_date: "2027-03-01" }), contradicts],
    ["no open run that has closed", runs({ run_type: "open", closing_date: yesterday }), null],
    ["no limited run", runs({ run_type: "limited", closing_date: "2027-03-01" }), null],
    ["no transfer of an earlier run", transferred({}), null],
    ["a transfer of a run that opened on the same day", transferred(sameDay), notLater],
    ["a transfer of another show", transferred({ show_id: "other" }), notLater],

    ["a running production without a cast", noCast, "production-without-cast run"],
    ["none that has closed", { ...noCast, ...closes(yesterday) }, null],
    ["none that has yet to open", { ...noCast, ...opens(tomorrow) }, null],
    ["no undated cast in the first year", { ...engaged(), ...opens("2025-11-21") }, null],
    ["an undated cast after a year", { ...engaged(), ...opens("2025-11-20") }, undated],
    ["no dated cast after a year", runs({ opening_date: "2025-11-20" }), null],
    ["no undated cast of a run of one year", { ...engaged(), ...runs(longAgo) }, null],
    ["an undated cast of a longer run", { ...engaged(), ...runs({ ...longAgo, closing_date: "2002-05-02" }) }, undated],
    ["no engagement on the last day of the run", { ...engaged({ from: "2026-12-31" }), ...closes("2026-12-31") }, null],
    ["an engagement after the run", { ...engaged({ from: "2027" }), ...closes("2026-12-31") }, outside],
    ["an engagement before the run", engaged({ from: "2025", to: "2025-12-31", ended: true }), outside],
    ["no engagement that shares a month with the run", engaged({ from: "2025", to: "2026-01", ended: true }), null],
    ["no engagements that follow each other", engagedUntil("2026-03-01"), null],
    ["engagements that overlap", engagedUntil("2026-03-02"), "engagements-contradict m"],
    ["a principal who covers the own role", cast({ ...lead, role_type: "principal" }), "cover-of-own-role m"],
    ["no understudy who does", cast({ ...lead, role_type: "understudy" }), null],
    ["no principal who covers another", cast({ role_id: null, role_type: "principal", covers }), null],

    ["two with open engagements in one role", inRole(early, late), several],
    ["nothing where one has left", inRole({ ...early, ended: true }, late), null],
    ["nothing where one is announced", inRole(early, { from: tomorrow }), null],
    ["nothing where the run has closed", { ...inRole(early, late), ...closes(yesterday) }, null],
    ["an open engagement without confirmation for 18 months", joined("2025-05-20", "2025-05-20"), stale],
    ["one without the day on which its source was read", joined("2025-05-20", null), stale],
    ["none of a source that was read later", joined("2025-05-20", "2025-05-21"), null],
    ["none of someone who was seen later", joined("2025-05-20", "2025-05-20", ["2025-06"]), null],
    ["none that began later", joined("2025-05-21", "2025-05-20"), null],
    ["a press night without a first preview", runs(press), "without-first-preview run"],
    ["none that has one", runs({ ...press, first_preview: "2026-01-01" }), null],
    ["a running production without a week", runs({ schedule: [] }), "without-schedule run"],
    ["none of a run that is over", runs({ schedule: [], closing_date: yesterday }), null],
    ["one without a director", { "crew-members": crewOf([run], "author") }, "without-director run"],
    ["one without an author", { "crew-members": crewOf([run], "director") }, "without-author run"],
    ["a creative team that is not needed after the run", { "crew-members": [], ...closes(yesterday) }, null],

    ...["ADA QUILL", "Ada  Quill", "Áda Quîll", "Ada-Quill", "Ada Q'uill"].map((name): [string, Data, string] => [
      `a second person called ${name}`,
      withNamesake(name),
      "duplicate-people ada",
    ]),
    ["no person with another name", withNamesake("Ada Quills"), null],
    ["no house that had the name of a house elsewhere", houses({ name: "Old Barn", postcode: "SW1A 2DY" }), null],
    ["one that had the name of a house at the same place", houses({ name: "Old Barn", postcode: "WC2N 4BG" }), twins],
    ["one that had the name of a house somewhere", houses({ name: "Old Barn", postcode: null }), twins],
    ["two houses of one present name", houses({ name: "the barn", postcode: "SW1A 2DY" }), twins],
    ["two shows of one name", { shows: [show, { ...show, id: "p", name: "THE PIER" }] }, "duplicate-shows pier"],
    ["two roles of one name in a production", rolesOf("run"), "duplicate-roles lead"],
    ["no roles of one name in two productions", { ...beside("2027-01-31", "2027-02-01"), ...rolesOf("second") }, null],

    ["the last bookable day of a running show without a source", unsourcedShow, unsourced],
    ["none of a show that has yet to open", { ...unsourcedShow, ...opens(tomorrow) }, null],
    ["no show without a last bookable day", { shows: [{ ...show, sources: [] }] }, null],
  ])("%s", async (_sentence, data, found, day) => {
    const names = (await problems(data, day)).map(({ rule, record_id }) => `${rule} ${record_id}`);
    expect(names.join(", ")).toBe(found ?? "");
  });
});

test.each<[sentence: string, data: Data, problem: object[]]>([
  [
    "a coming overlap names both, and suggests that the first closes the day before",
    beside(null, "2027-02-03"),
    [
      {
        rule: "coming-overlap",
        message: expect.stringMatching(/^.+ has no closing date; .+ opens on 2027-02-03\.$/) as unknown,
        is_on: false,
        decisions: [
          {
            record_id: run.id,
            suggested: { closing_date: "2027-02-02" },
            reason: expect.stringMatching(/^The day before .+ opens$/) as unknown,
          },
        ],
      },
    ],
  ],
  ["a record without any verification says so", runs({ sources: unread }), [{ message: "Never verified." }]],
  ["each date of a production needs a source", citing("opening_date"), [{ message: "No source: closing date." }]],
  [
    "a source of another field is none of the dates",
    runs({ closing_date: "2027-01-01", sources: about("theatre_id") }),
    [{ message: "No source: opening date, closing date." }],
  ],
  ["sources of each date are enough", citing("opening_date", "closing_date"), []],
  ["a date that is not known needs none", runs({ sources: about("opening_date") }), []],
  [
    "address, seats and coordinates of a theatre need one",
    { theatres: [{ ...theatre, address: "1 Barn Lane", sources: about("address") }] },
    [{ message: "No source: capacity, coordinates." }],
  ],
  [
    "cast members without one are one problem of the production",
    { "cast-members": [member, { ...member, id: "n", role_type: "ensemble", sources: [] }] },
    [{ rule: "cast-without-source", record_id: "run", decisions: [{ records: [{ record_id: "n", fields: [] }] }] }],
  ],
  [
    "other names count among duplicates, and join records that share none",
    {
      people: [
        person,
        { ...person, id: "b", name: "Bea Oke" },
        {
          ...person,
          id: "c",
          name: "Cy Rand",
          aliases: ["ada quill", "Béa Oke"].map((name) => ({ name, kind: "also" as const, from: null, to: null })),
        },
        { ...person, id: "d", name: "Di Sand" },
      ],
    },
    [{ rule: "duplicate-people", decisions: [{ record_ids: ["ada", "b", "c"] }] }],
  ],
  [
    "a person chooses how to merge people, and can tell them apart",
    { people: [person, { ...person, id: "b", bio: "Born in Hull. ".repeat(9) }] },
    [
      {
        detail: "1 credit, no biography",
        related: [{ detail: "0 credits, “Born in Hull. Born in Hull. Born in Hull. Born in Hull. Born…”" }],
        fixes: [],
        decisions: [{ kind: "merge", resource: "people", record_ids: ["ada", "b"] }],
      },
    ],
  ],
  [
    "a person checks an image's address by https",
    { people: [{ ...person, image: "http://example.com/a.jpg" }] },
    [{ fixes: [], decisions: [{ fields: ["image"], suggested: { image: "https://example.com/a.jpg" } }] }],
  ],
])("%s", async (_sentence, data, expected) => {
  expect(await problems(data)).toMatchObject(expected);
});

describe("a theatre's current show", () => {
  const other = { shows: [show, { ...show, id: "other", name: "Another" }], ...playing, ...runs({ show_id: "other" }) };
  const fix = (current_show_id: string | null) => [
    { action: "update", resource: "theatres", id: "barn", data: { current_show_id } },
  ];

  test.each<[sentence: string, data: Data, offered: unknown]>([
    ["becomes the one show that runs there", other, fix("other")],
    ["is cleared when its run has ended", { ...playing, ...runs({ closing_date: yesterday }) }, fix(null)],
    ["is cleared when its run has yet to open", { ...playing, ...runs({ opening_date: "2026-12-13" }) }, fix(null)],
    ["is chosen by a person when the named one has no run", { ...playing, ...noRuns }, ["current_show_id"]],
  ])("%s, and nothing else is offered", async (_sentence, data, offered) => {
    const found = (await problems(data)).flatMap(({ fixes, decisions }) => [
      ...fixes.map(({ changes }): unknown => changes),
      ...decisions.flatMap((decision) => (decision.kind === "fields" ? [decision.fields] : [])),
    ]);
    expect(found).toEqual([offered]);
  });
});

test("a person sets the new end of a booking, or the day on which an open-ended run closed", async () => {
  const remedies = async (changes: Partial<Run>) =>
    (await problems({ ...booked(yesterday), ...runs(changes) })).flatMap(({ decisions }) => decisions);
  const lastDay = { kind: "fields", resource: "shows", record_id: "pier", earliest: today };
  const closing = { resource: "productions", record_id: "run", earliest: "2026-01-01", latest: today };

  expect(await remedies({})).toMatchObject([lastDay, closing]);
  expect(await remedies({ closing_date: "2027-01-01" })).toMatchObject([lastDay]);
  expect(await remedies({ opening_date: "2027-01-01" })).toMatchObject([lastDay]);
});

test("contradictions come first, then tonight's productions, those that close first at the top", async () => {
  const productions = [
    { ...run, id: "later", opening_date: "2027-01-01" },
    { ...run, id: "open" },
    { ...run, id: "second", closing_date: "2026-12-30" },
    { ...run, id: "first", closing_date: "2026-12-24" },
  ].map((one) => ({ ...one, theatre_id: one.id }));
  const ids = productions.map(({ id }) => id);

  const all = await problems({
    theatres: [theatre, ...ids.map((id) => ({ ...theatre, id, name: id, capacity: null }))],
    ...booked(yesterday),
    productions: [run, ...productions],
    "cast-members": [member, ...ids.map((id) => ({ ...member, id, production_id: id, sources: [] }))],
  });

  const perRun = (rule: string) => Array<string>(4).fill(rule);
  const order = ["booking-until-past", ...perRun("missing-capacity"), ...perRun("cast-without-source")];
  expect(all.map(({ rule }) => rule)).toEqual(order);
  const uncited = all.filter(({ rule }) => rule === "cast-without-source");
  const isOn = { first: true, second: true, open: true, later: false };
  expect(uncited.map((one) => [one.record_id, one.is_on])).toEqual(Object.entries(isOn));
  expect(uncited[0]?.theatres).toEqual([{ id: "first", name: "first" }]);
});

test("the facts of a problem change with the values that make it, and with nothing else", async () => {
  const factsOf = async (changes: object, day = today) =>
    (await problems({ shows: [{ ...show, booking_until: yesterday, ...changes }] }, day))[0]?.facts;

  const facts = await factsOf({});

  expect(await factsOf({ description: "New" }, "2026-11-30")).toBe(facts);
  expect(await factsOf({ booking_until: "2026-11-19" })).not.toBe(facts);
});
