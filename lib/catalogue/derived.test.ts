import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ComputedReads } from "../core/computed-reads.ts";
import type { Database } from "../db/database.ts";
import { parseEnv } from "../settings/env.ts";
import { openDatabase } from "../infrastructure.ts";
import "../resources/resources.ts";
import { Representation } from "./representation.ts";
import { createTestDatabase, fastestDatabase, type TestDatabase } from "../../test/databases.ts";
import { heldBytes } from "../../test/held-bytes.ts";
import { Catalogue } from "./catalogue.ts";
import { DerivedValues } from "./derived.ts";
import type { CatalogueReader } from "./reader.ts";

const noon = Date.parse("2026-06-01T12:00:00Z");
const dayMilliseconds = 86_400_000;
const reader = { caller: "ip:192.0.2.1", request: { isGone: () => false } };

let testDatabase: TestDatabase;
let database: Database;
let catalogue: Catalogue;
let derived: DerivedValues;
let now = noon;

beforeAll(async () => {
  testDatabase = await createTestDatabase(fastestDatabase);
  database = await openDatabase(parseEnv({ NODE_ENV: "test", ...testDatabase.settings }));
  catalogue = new Catalogue(database);
  await catalogue.reach(1);
});
afterAll(async () => {
  await database.close();
  await testDatabase.remove();
});
beforeEach(() => {
  now = noon;
  derived = new DerivedValues(catalogue, new ComputedReads(), () => now);
});

async function change(sql: string): Promise<void> {
  await database.query(sql, []);
  await catalogue.reach((catalogue.version ?? 0) + 1);
}

/** An object for each computation, so that a kept one is told from a new one. */
function get(read: (read: CatalogueReader) => unknown): object {
  return derived.get(
    read.toString(),
    (one) => ({ read: read(one) }),
    () => 100,
  );
}

test.each<[string, (read: CatalogueReader) => unknown, changes: string, keeps: string]>([
  [
    "a row",
    (read) => read.row("shows", "hamilton")?.record,
    "UPDATE shows SET description = 'A' || now()::text WHERE id = 'hamilton'",
    "UPDATE shows SET description = 'A' || now()::text WHERE id = 'cats'",
  ],
  [
    "a row that is missing",
    (read) => read.row("shows", "a-new-show")?.record,
    "INSERT INTO shows (id, name, type) VALUES ('a-new-show', 'New', 'play')",
    "INSERT INTO shows (id, name, type) VALUES ('another-show', 'New', 'play')",
  ],
  [
    "the rows with a value",
    (read) => read.where("productions", "show_id", "hamilton").length,
    "UPDATE productions SET running_minutes = coalesce(running_minutes, 60) + 1 WHERE show_id = 'hamilton'",
    "UPDATE productions SET running_minutes = coalesce(running_minutes, 60) + 1 WHERE show_id = 'cats'",
  ],
  [
    "what the entries of such rows embed",
    (read) => read.where("cast-members", "production_id", "hamilton-victoria-palace-2017").length,
    "UPDATE people SET name = name || '.' WHERE id = (SELECT min(person_id) FROM cast_members WHERE production_id = 'hamilton-victoria-palace-2017')",
    "UPDATE shows SET description = 'B' || now()::text WHERE id = 'hamilton'",
  ],
  [
    "a list",
    (read) => read.list("theatres").count,
    "UPDATE theatres SET name = name || '.' WHERE id = 'palace'",
    "UPDATE people SET bio = 'C' || now()::text WHERE id < 'm'",
  ],
  [
    "more rows than are noted one by one",
    (read) => [...catalogue.list("people")].slice(0, 800).map(({ id }) => read.row("people", id)).length,
    "UPDATE people SET bio = 'D' || now()::text WHERE id = (SELECT max(id) FROM people)",
    "UPDATE theatres SET name = name || '.' WHERE id = 'palace'",
  ],
])("a value that was made of %s is kept until that changes", async (_, read, changes, keeps) => {
  const first = get(read);
  await change(keeps);
  expect(get(read)).toBe(first);

  await change(changes);

  expect(get(read)).not.toBe(first);
});

test("a value that read the day is kept for that day", () => {
  const [daily, timeless] = [get((read) => read.today), get((read) => read.list("shows").count)];
  now += 3_600_000;
  expect(get((read) => read.today)).toBe(daily);

  now += dayMilliseconds;

  expect(get((read) => read.today)).toEqual({ read: "2026-06-02" });
  expect(get((read) => read.list("shows").count)).toBe(timeless);
});

test("the notes of a body are those of its value; a body of two values has none", () => {
  const [own, shared] = [Representation.json("own"), Representation.json("shared")];
  const keep = (key: string, value: object) =>
    derived.get(
      key,
      (read) => (read.list("shows"), value),
      () => 10,
    );
  keep("a body", own);
  keep("a body with headers", { body: Representation.json("with headers"), headers: {} });
  keep("one list", shared);
  expect(derived.notesOf(shared)?.isCurrent()).toBe(true);
  keep("another list", shared);

  expect(derived.notesOf(own)?.isCurrent()).toBe(true);
  expect(derived.notesOf(shared)).toBeNull();
  keep("one list", shared);
  expect(derived.notesOf(shared)).toBeNull();
});

test("readers who ask at once share a computation, and a failure is not kept", async () => {
  let computations = 0;
  const ask = (isFailing: boolean) =>
    derived.compute(
      reader,
      "shared",
      async () => {
        computations += 1;
        await new Promise((resolve) => setImmediate(resolve));
        if (isFailing) throw new Error("no");
        return { computations };
      },
      () => 10,
    );

  const failed = await Promise.allSettled(Array.from({ length: 10 }, () => ask(true)));
  const values = await Promise.all(Array.from({ length: 10 }, () => ask(false)));

  expect(failed.map(({ status }) => status)).toEqual(Array(10).fill("rejected"));
  expect(computations).toBe(2);
  expect(new Set(values).size).toBe(1);
});

test("40,000 different values use bounded memory", async () => {
  const ask = (from: number, to: number) => {
    for (let asked = from; asked < to; asked += 1)
      derived.get(
        `text ${asked}`,
        (read) => {
          read.where("cast-members", "person_id", `nobody-${asked}`);
          return Buffer.alloc(8_000, asked);
        },
        ({ length }) => length,
      );
  };
  ask(0, 20_000);
  const before = await heldBytes();

  ask(20_000, 60_000);

  expect((await heldBytes()) - before).toBeLessThan(16 * 1024 * 1024);
});
