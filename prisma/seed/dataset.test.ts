import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { castMember } from "../../lib/resources/cast-members/schema.browser.ts";
import { person } from "../../lib/resources/people/schema.browser.ts";
import { production as productionSchema } from "../../lib/resources/productions/schema.browser.ts";
import { resources } from "../../lib/resources/resources.ts";
import { role as roleSchema } from "../../lib/resources/roles/schema.browser.ts";
import { show as showSchema } from "../../lib/resources/shows/schema.browser.ts";
import { showTypes } from "../../lib/resources/shows/terms.browser.ts";
import { theatre as theatreSchema } from "../../lib/resources/theatres/schema.browser.ts";
import { createTestDatabase, everyDatabaseKind, type TestDatabase } from "../../test/databases.ts";
import { parseEnv } from "../../lib/settings/env.ts";
import { openDatabase } from "../../lib/infrastructure.ts";
import type { Database } from "../../lib/db/database.ts";
import { readDataset } from "./dataset.ts";

const root = process.cwd();
const dataset = readDataset(root);
const shows = z.array(z.object(showSchema.shape)).parse(dataset["shows"]);
const theatres = z.array(z.object(theatreSchema.shape)).parse(dataset["theatres"]);
const people = z.array(z.object(person.shape)).parse(dataset["people"]);
const productions = z.array(z.object(productionSchema.shape)).parse(dataset["productions"]);
const roles = z.array(z.object(roleSchema.shape)).parse(dataset["roles"]);
const cast_members = z.array(z.object(castMember.shape)).parse(dataset["cast_members"]);

/** The day for which the dataset says what runs where. */
const asOf = "2026-11-23";
/** An opening date may be the press night, up to three weeks after the first preview. */
const latestOpening = "2026-12-14";

const fewest = { theatres: 61, shows: 258, productions: 319, people: 2328, roles: 1573, cast_members: 2954 };

describe.each(Object.entries(fewest))("%s.json", (name, length) => {
  test("is UTF-8 in the form that a diff can be read in", () => {
    const text = readFileSync(path.join(root, "prisma", "seed", `${name}.json`), "utf8");

    expect(text).not.toContain("\uFFFD");
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  });

  test("is no shorter than the West End", () => {
    expect(dataset[name]?.length).toBeGreaterThanOrEqual(length);
  });

  test("has records as the API serves them", () => {
    const resource = resources.find(({ repository }) => repository.name === name);
    const records: unknown = JSON.parse(readFileSync(path.join(root, "prisma", "seed", `${name}.json`), "utf8"));

    expect(resource && z.array(resource.record).parse(records)).toEqual(records);
  });

  test("has no text that is empty or has spaces around it", () => {
    const texts = (dataset[name] ?? [])
      .flatMap((row) => Object.values(row))
      .filter((value) => typeof value === "string");

    expect(texts.filter((text) => text === "" || text !== text.trim())).toEqual([]);
  });
});

describe("everything is there once", () => {
  test.each([
    ["theatres", theatres],
    ["shows", shows],
    ["people", people],
  ])("no two %s have one id or one name", (_name, rows) => {
    expect(repeated(rows.map(({ id }) => id))).toEqual([]);
    expect(repeated(rows.map(({ name }) => name))).toEqual([]);
  });

  test("no two productions or roles have one id", () => {
    expect(repeated(productions.map(({ id }) => id))).toEqual([]);
    expect(repeated(roles.map(({ id }) => id))).toEqual([]);
  });

  test("no person is cast twice in one part, and no place in the billing is taken twice", () => {
    expect(
      repeated(
        cast_members.map((member) =>
          [member.person_id, member.production_id, member.role_id, member.role_type].join(" "),
        ),
      ),
    ).toEqual([]);
    expect(repeated(cast_members.map(({ id }) => id))).toEqual([]);
    expect(
      repeated(
        cast_members
          .filter(({ billing_order }) => billing_order !== null)
          .map((member) => `${member.production_id} ${member.billing_order}`),
      ),
    ).toEqual([]);
  });

  test("no two full productions are in one house on one day", () => {
    const overlaps = theatres.flatMap(({ id }) => {
      const runs = productions
        .filter(({ theatre_id }) => theatre_id === id)
        .sort((a, b) => a.opening_date.localeCompare(b.opening_date));
      return runs.slice(1).flatMap((run, index) => {
        // Without a known closing date, a run is over when the next one opens; only two open ones contradict each other.
        const closing = runs[index]?.closing_date ?? (run.opening_date <= asOf ? "9999-12-31" : "");
        return closing >= run.opening_date ? [`${runs[index]?.id} and ${run.id}`] : [];
      });
    });

    expect(overlaps).toEqual([]);
  });
});

describe("every reference names a record", () => {
  const known = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id));
  const [knownShows, knownTheatres, knownPeople, knownProductions] = [shows, theatres, people, productions].map(known);
  const productionOf = new Map(roles.map(({ id, production_id }) => [id, production_id]));

  test("of productions, roles and cast members", () => {
    expect(
      productions.filter(({ show_id, theatre_id }) => !knownShows?.has(show_id) || !knownTheatres?.has(theatre_id)),
    ).toEqual([]);
    expect(roles.filter(({ production_id }) => !knownProductions?.has(production_id))).toEqual([]);
    expect(
      cast_members.filter(
        ({ person_id, production_id }) => !knownPeople?.has(person_id) || !knownProductions?.has(production_id),
      ),
    ).toEqual([]);
  });

  test("a cast member's role belongs to the cast member's production", () => {
    expect(
      cast_members.filter(
        ({ role_id, production_id }) => role_id !== null && productionOf.get(role_id) !== production_id,
      ),
    ).toEqual([]);
  });

  test("every show has a production, every role is cast, every person is in a cast", () => {
    const [produced, cast, casting] = [
      productions.map(({ show_id }) => show_id),
      cast_members.map(({ role_id }) => role_id),
      cast_members.map(({ person_id }) => person_id),
    ].map((values) => new Set<string | null>(values));

    expect(shows.filter(({ id }) => !produced?.has(id))).toEqual([]);
    expect(roles.filter(({ id }) => !cast?.has(id))).toEqual([]);
    expect(people.filter(({ id }) => !casting?.has(id))).toEqual([]);
  });

  test(`a theatre's current show is open there on ${asOf}`, () => {
    const open = new Set(
      productions
        .filter(({ opening_date, closing_date }) => opening_date <= latestOpening && (closing_date ?? asOf) >= asOf)
        .map(({ theatre_id, show_id }) => `${theatre_id} ${show_id}`),
    );

    expect(
      theatres.filter(({ id, current_show_id }) => current_show_id !== null && !open.has(`${id} ${current_show_id}`)),
    ).toEqual([]);
    expect(theatres.filter(({ current_show_id }) => current_show_id !== null).length).toBeGreaterThan(40);
  });
});

describe("every value can be true", () => {
  test("theatres are in London, with a postcode and a number of seats that a house can have", () => {
    expect(
      theatres.filter(({ postcode }) => postcode !== null && !/^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/.test(postcode)),
    ).toEqual([]);
    expect(theatres.filter(({ lat, lng }) => (lat === null) !== (lng === null))).toEqual([]);
    expect(theatres.filter(({ lat }) => lat !== null && (lat < 51.4 || lat > 51.6))).toEqual([]);
    expect(theatres.filter(({ lng }) => lng !== null && (lng < -0.25 || lng > 0.05))).toEqual([]);
    expect(theatres.filter(({ capacity }) => capacity !== null && (capacity < 30 || capacity > 4000))).toEqual([]);
  });

  test("no production closes before it opens", () => {
    expect(
      productions.filter(({ opening_date, closing_date }) => closing_date !== null && closing_date < opening_date),
    ).toEqual([]);
  });

  test("every show has a description of a few lines, and images come over https", () => {
    expect(shows.filter(({ description }) => !description || description.length > 400)).toEqual([]);
    expect([...shows, ...people].filter(({ image }) => image !== null && !image.startsWith("https://"))).toEqual([]);
    expect(new Set(shows.map(({ type }) => type))).toEqual(new Set(showTypes));
  });

  test("a biography is a sentence or two", () => {
    expect(people.filter(({ bio }) => bio !== null && (bio.length > 240 || !/[.!?]$/.test(bio)))).toEqual([]);
  });

  test("places on a bill are counted from one", () => {
    expect(cast_members.filter(({ billing_order }) => billing_order !== null && billing_order < 1)).toEqual([]);
  });
});

const enumRefused = "22P02";
const checkRefused = "23514";
const referenceRefused = "23503";
const twiceRefused = "23505";
const restricted = /^(23001|23503)$/;
const dateRefused = /^(22007|22008)$/;
const nullRefused = "23502";

const production = cast_members.find(({ role_id }) => role_id !== null)?.production_id ?? "";
const elsewhere = roles.find((role) => role.production_id !== production)?.id ?? "";
const member = cast_members.find(({ role_id }) => role_id !== null);
const plain = { person: people[0]?.id ?? "", show: shows[0]?.id ?? "", theatre: theatres[0]?.id ?? "" };

/** Statements that the database itself refuses, and the SQLSTATE it does so with. */
const wrongRows: Record<string, [string, string | RegExp]> = {
  "a type of show that there is not": ["INSERT INTO shows (id, name, type) VALUES ('x', 'X', 'opera')", enumRefused],
  "a show without a name": ["INSERT INTO shows (id, type) VALUES ('x', 'play')", nullRefused],
  "an empty name": ["INSERT INTO shows (id, name, type) VALUES ('x', '', 'play')", checkRefused],
  "a name with spaces around it": ["INSERT INTO shows (id, name, type) VALUES ('x', ' X', 'play')", checkRefused],
  "a name of 201 characters": ["INSERT INTO people (id, name) VALUES ('x', repeat('é', 201))", checkRefused],
  "an image that is no address": [
    "INSERT INTO people (id, name, image) VALUES ('x', 'X', 'javascript:alert(1)')",
    checkRefused,
  ],
  "a description that is too long": [
    "INSERT INTO shows (id, name, type, description) VALUES ('x', 'X', 'play', repeat('x', 5001))",
    checkRefused,
  ],
  "a day that there is not": [
    "INSERT INTO shows (id, name, type, booking_until) VALUES ('x', 'X', 'play', '2026-02-30')",
    dateRefused,
  ],
  "a day without end": [
    "INSERT INTO shows (id, name, type, booking_until) VALUES ('x', 'X', 'play', 'infinity')",
    checkRefused,
  ],
  "a postcode that is none": ["INSERT INTO theatres (id, name, postcode) VALUES ('x', 'X', 'wc2r0ns')", checkRefused],
  "a latitude beyond the pole": ["INSERT INTO theatres (id, name, lat, lng) VALUES ('x', 'X', 90.1, 0)", checkRefused],
  "a latitude that is no number": [
    "INSERT INTO theatres (id, name, lat, lng) VALUES ('x', 'X', 'NaN', 0)",
    checkRefused,
  ],
  "a longitude beyond the line": [
    "INSERT INTO theatres (id, name, lat, lng) VALUES ('x', 'X', 0, -180.1)",
    checkRefused,
  ],
  "a house without seats": ["INSERT INTO theatres (id, name, capacity) VALUES ('x', 'X', 0)", checkRefused],
  "a current show that is not there": [
    "INSERT INTO theatres (id, name, current_show_id) VALUES ('x', 'X', 'nothing')",
    referenceRefused,
  ],
  "a production of nothing": [
    `INSERT INTO productions (id, show_id, theatre_id, opening_date) VALUES ('x', 'nothing', '${plain.theatre}', '2026-01-01')`,
    referenceRefused,
  ],
  "a production nowhere": [
    `INSERT INTO productions (id, show_id, theatre_id, opening_date) VALUES ('x', '${plain.show}', 'nowhere', '2026-01-01')`,
    referenceRefused,
  ],
  "a production that closes before it opens": [
    `INSERT INTO productions (id, show_id, theatre_id, opening_date, closing_date) VALUES ('x', '${plain.show}', '${plain.theatre}', '2026-01-02', '2026-01-01')`,
    checkRefused,
  ],
  "a role in no production": [
    "INSERT INTO roles (id, name, production_id) VALUES ('x', 'X', 'nothing')",
    referenceRefused,
  ],
  "a type of role that there is not": [
    `INSERT INTO cast_members (id, person_id, production_id, role_type) VALUES ('x', '${plain.person}', '${production}', 'star')`,
    enumRefused,
  ],
  "a place on the bill before the first": [
    `INSERT INTO cast_members (id, person_id, production_id, role_type, billing_order) VALUES ('x', '${plain.person}', '${production}', 'swing', 0)`,
    checkRefused,
  ],
  "a role of another production": [
    `INSERT INTO cast_members (id, person_id, production_id, role_id, role_type) VALUES ('x', '${plain.person}', '${production}', '${elsewhere}', 'swing')`,
    referenceRefused,
  ],
  "somebody twice in one part": [
    `INSERT INTO cast_members (id, person_id, production_id, role_id, role_type) VALUES ('x', '${member?.person_id}', '${member?.production_id}', '${member?.role_id}', '${member?.role_type}')`,
    twiceRefused,
  ],
  "a person twice without a part": [
    `INSERT INTO cast_members (id, person_id, production_id, role_type) VALUES ('x', '${plain.person}', '${production}', 'swing'), ('y', '${plain.person}', '${production}', 'swing')`,
    twiceRefused,
  ],
  "the end of a show with productions": [`DELETE FROM shows WHERE id = '${productions[0]?.show_id}'`, restricted],
  "the end of a theatre with productions": [
    `DELETE FROM theatres WHERE id = '${productions[0]?.theatre_id}'`,
    restricted,
  ],
  "the end of a production with a cast": [`DELETE FROM productions WHERE id = '${production}'`, restricted],
  "the end of a role that is cast": [`DELETE FROM roles WHERE id = '${member?.role_id}'`, restricted],
  "deleting a person who is in a cast": [`DELETE FROM people WHERE id = '${member?.person_id}'`, restricted],
  "another id for a show with productions": [
    `UPDATE shows SET id = 'x' WHERE id = '${productions[0]?.show_id}'`,
    restricted,
  ],
  "the move of a role that is cast": [
    `UPDATE roles SET production_id = (SELECT max(id) FROM productions) WHERE id = '${member?.role_id}'`,
    restricted,
  ],
};

describe.each(everyDatabaseKind)("the database itself refuses (%s)", (name) => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase(name);
    const { DATABASE_URL, DATA_DIR = "" } = testDatabase.settings;
    database = await openDatabase(parseEnv({ NODE_ENV: "test", DATABASE_URL, DATA_DIR }));
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.remove();
  });

  test.each(Object.entries(wrongRows))("%s", async (_name, [statement, state]) => {
    const before = await contents();

    const error: unknown = await database.query(statement, []).then(
      () => "it was accepted",
      (refusal: unknown) => refusal,
    );

    expect(error).toMatchObject({ code: expect.stringMatching(state) as unknown });
    expect(await contents()).toEqual(before);
  });

  test("text with a NUL", async () => {
    await expect(database.query("INSERT INTO people (id, name) VALUES ($1, $2)", ["x", "a\0b"])).rejects.toMatchObject({
      code: "22021",
    });
  });

  function contents() {
    return database.query("SELECT value FROM versions WHERE name = 'data'", []);
  }
});

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
