/** @module-tag full */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { earliestDay, latestDay } from "../../lib/core/partial-dates.browser.ts";
import { inOrderOfTime } from "../../lib/resources/cast-members/engagement-rules.browser.ts";
import { castMember, castMemberDetails } from "../../lib/resources/cast-members/schema.browser.ts";
import { crewMember } from "../../lib/resources/crew-members/schema.browser.ts";
import { person } from "../../lib/resources/people/schema.browser.ts";
import { timetableIssues } from "../../lib/resources/productions/performances.browser.ts";
import { production, productionDetails } from "../../lib/resources/productions/schema.browser.ts";
import { resources } from "../../lib/resources/resources.ts";
import { role } from "../../lib/resources/roles/schema.browser.ts";
import { show } from "../../lib/resources/shows/schema.browser.ts";
import { theatre } from "../../lib/resources/theatres/schema.browser.ts";
import { readDataset } from "./dataset.ts";

const seed = path.join(process.cwd(), "prisma/seed");
const dataset = readDataset(process.cwd());
const rowsOf = <Shape extends z.ZodRawShape>(table: string, shape: Shape) =>
  z.array(z.object(shape)).parse(dataset[table]);
const shows = rowsOf("shows", show.shape);
const theatres = rowsOf("theatres", theatre.shape);
const people = rowsOf("people", person.shape);
const productions = rowsOf("productions", production.shape);
const roles = rowsOf("roles", role.shape);
const { engagements, covers } = castMemberDetails.shape;
const { first_preview, schedule, performances } = productionDetails.shape;
const members = rowsOf("cast_members", { ...castMember.shape, engagements, covers });
const crew = rowsOf("crew_members", crewMember.shape);
const runs = new Map(productions.map((run) => [run.id, run]));
const productionOf = new Map(roles.map(({ id, production_id }) => [id, production_id]));

/** The day for which the dataset says what runs where. */
const asOf = "2026-11-26";
const runOf = (id: string) => {
  const run = runs.get(id) ?? expect.fail(`There is no production ${id}.`);
  return { first: run.opening_date, last: run.closing_date };
};
const among = (rows: { id: string }[]) => {
  const ids = new Set(rows.map(({ id }) => id));
  return (id: string | null) => id === null || ids.has(id);
};
const isRole = among(roles);
const usedIn = (values: (string | null)[]) => {
  const used = new Set(values);
  return ({ id }: { id: string }) => !used.has(id);
};
const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe.each(
  resources.filter(({ repository }) => dataset[repository.name]).map((one) => [one.repository.name, one] as const),
)("%s", (name, { record, details }) => {
  const rows = dataset[name] ?? expect.fail();

  test("are UTF-8 in the form that a diff can be read in, as the API serves them, without empty texts", () => {
    const text = readFileSync(path.join(seed, `${name}.json`), "utf8");
    const parsed: unknown = JSON.parse(text);

    expect(text).not.toContain("\uFFFD");
    expect(text).toBe(`${JSON.stringify(parsed, null, 2)}\n`);
    expect(z.array(record).parse(parsed)).toEqual(parsed);
    const texts = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === "string");
    expect(texts.filter((one) => one === "" || one !== one.trim())).toEqual([]);
  });

  test("have details and sources as the API serves them", () => {
    const shape = { ...details?.document.partial().shape, ...details?.sources.partial().shape } as z.ZodRawShape;
    const parts = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => field in shape)));
    expect(z.array(z.strictObject(shape)).parse(parts)).toEqual(parts);
  });

  test("have one name each", () => {
    // Two people each have these names.
    if (["shows", "theatres", "people"].includes(name))
      expect(repeated(rows.map((row) => String(row["name"])))).toEqual(
        name === "people" ? ["Alan Williams", "Matt Smith"] : [],
      );
  });
});

/** Each returns what contradicts the sentence. What the database itself refuses was tried by loading the dataset. */
const contradictions: Record<string, () => unknown[]> = {
  "no place in the billing is taken twice": () =>
    repeated(
      members.filter((one) => one.billing_order !== null).map((one) => `${one.production_id} ${one.billing_order}`),
    ),
  "no two full productions are in one house on one day": () =>
    theatres.flatMap(({ id }) => {
      const here = productions
        .filter(({ theatre_id }) => theatre_id === id)
        .sort((one, other) => one.opening_date.localeCompare(other.opening_date));
      // Without a known closing date, a run is over when the next one opens; only two open ones contradict each other.
      const closing = (index: number, next: string) => here[index]?.closing_date ?? (next <= asOf ? "9999-12-31" : "");
      return here.slice(1).filter((run, index) => closing(index, run.opening_date) >= run.opening_date);
    }),
  "every show has a production": () => shows.filter(usedIn(productions.map(({ show_id }) => show_id))),
  "every role is cast": () => roles.filter(usedIn(members.map(({ role_id }) => role_id))),
  "every person is in a cast or behind a stage": () =>
    people.filter(usedIn([...members, ...crew].map(({ person_id }) => person_id))),
  "schedules and performances are possible in their run": () =>
    rowsOf("productions", { ...production.shape, first_preview, schedule, performances }).flatMap((one) => {
      const run = { first: one.first_preview ?? one.opening_date, last: one.closing_date };
      return timetableIssues(one, run).map(({ path: place, message }) => `${one.id}: ${place} ${message}`);
    }),
  "theatres are in London": () =>
    theatres.filter(({ lat, lng }) =>
      lat === null || lng === null ? lat !== lng : lat < 51.4 || lat > 51.6 || lng < -0.25 || lng > 0.05,
    ),
  "theatres have a number of seats that a house can have": () =>
    theatres.filter(({ capacity }) => capacity !== null && (capacity < 30 || capacity > 4000)),
  "every show has a description of a few lines": () =>
    shows.filter(({ description }) => !description || description.length > 400),
  "images come over https": () =>
    [...shows, ...people].filter(({ image }) => image !== null && !image.startsWith("https://")),
  "a biography is a sentence or two": () =>
    people.filter(({ bio }) => bio !== null && (bio.length > 240 || !/[.!?]$/.test(bio))),
  "an engagement is inside of its run, has ended if it is over, and has a note where no day is known": () =>
    members.flatMap((one) => {
      const { first, last } = runOf(one.production_id);
      const early = new Date(Date.parse(first) - 120 * 86_400_000).toISOString().slice(0, 10);
      return one.engagements.filter(
        ({ from, to, ended, note }) =>
          (from !== null && latestDay(from) < early) ||
          (last !== null && [from, to].some((day) => day !== null && earliestDay(day) > last)) ||
          (from === null && to === null && !note) ||
          (to !== null && latestDay(to) < asOf && !ended),
      );
    }),
  "two principals share a role for two weeks at most, unless a note says why": () => {
    const played = members
      .filter(({ role_type, role_id }) => role_type === "principal" && role_id !== null)
      .flatMap((one) => one.engagements.map((dates) => ({ ...dates, role: one.role_id })))
      .filter(({ from, to, note }) => from !== null && to !== null && !note);
    return played.flatMap((one, index) =>
      played.slice(index + 1).filter((other) => other.role === one.role && daysShared(one, other) > 14),
    );
  },
  "an understudy of a role covers it, and no one else covers any": () =>
    members.filter((one) => one.covers.length > 0 !== (one.role_type === "understudy" && one.role_id !== null)),
  "a cover is of the same production": () =>
    members.filter((one) =>
      one.covers.some(({ role_id }) => !isRole(role_id) || productionOf.get(role_id) !== one.production_id),
    ),
};
test.each(Object.entries(contradictions))("%s", (_sentence, wrong) => {
  expect(wrong()).toEqual([]);
});

test("engagements are in their order of time", () => {
  const ordered = members.map((one) => inOrderOfTime(one.engagements, runOf(one.production_id), asOf));
  expect(ordered).toEqual(members.map((one) => one.engagements));
});

test("details belong to records, once, in the order of the records; sources are pages that are cited, of fields that exist", () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(seed, "known", file), "utf8"));
  const page = z.strictObject({
    name: z.string().min(1).max(200),
    url: z.url(),
    kind: z.string(),
    read_on: z.iso.date(),
  });
  const pages = z.array(page).parse(read("pages.json"));
  const places = z.record(
    z.string(),
    z
      .array(
        z
          .int()
          .min(0)
          .max(pages.length - 1),
      )
      .min(1),
  );
  const citations = z.record(z.string(), z.record(z.string(), places)).parse(read("citations.json"));
  const known = z.record(z.string(), z.array(z.looseObject({ id: z.string() }))).parse(read("details.json"));

  for (const [table, rows] of Object.entries(known)) {
    const ids = new Map(dataset[table]?.map(({ id }, index) => [id, index]));
    const order = rows.map(({ id }) => ids.get(id) ?? expect.fail(`${table}: ${id}`));
    expect(order).toEqual([...new Set(order)].toSorted((one, other) => one - other));
  }
  expect(repeated(pages.map(({ url }) => url))).toEqual([]);
  expect(pages.filter(({ url, read_on }) => !/^https?:\/\/[^/]+\.[^/]+\/./.test(url) || read_on > asOf)).toEqual([]);
  const cited = new Set<number>();
  for (const [table, records] of Object.entries(citations)) {
    const resource = resources.find(({ repository }) => repository.name === table) ?? expect.fail(table);
    const fields = { ...resource.record.shape, ...resource.details?.document.shape };
    const ids = new Set(dataset[table]?.map(({ id }) => id));
    for (const [id, byField] of Object.entries(records))
      for (const [field, indexes] of Object.entries(byField)) {
        expect([id, ids.has(id), field, field in fields]).toEqual([id, true, field, true]);
        expect(new Set(indexes).size).toBe(indexes.length);
        for (const index of indexes) cited.add(index);
      }
  }
  expect(cited.size).toBe(pages.length);
});

type Dates = (typeof members)[number]["engagements"][number];

function daysShared(one: Dates, other: Dates): number {
  const [first, last] = [[one.from, other.from].toSorted()[1], [one.to, other.to].toSorted()[0]];
  if (!first || !last) return expect.fail("Only known days are compared.");
  return (Date.parse(latestDay(last)) - Date.parse(earliestDay(first))) / 86_400_000 + 1;
}
