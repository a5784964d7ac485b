import { beforeAll, beforeEach, expect, test } from "vitest";
import { ComputedReads } from "../core/computed-reads.ts";
import "../resources/resources.ts";
import { Representation } from "./representation.ts";
import { fastestDatabase, openTestDatabase } from "../../test/databases.ts";
import { useFixture } from "../../test/fixture.ts";
import { heldBytes } from "../../test/held-bytes.ts";
import { Catalogue } from "./catalogue.ts";
import { DerivedValues } from "./derived.ts";
import type { CatalogueReader } from "./reader.ts";

const noon = Date.parse("2026-06-01T12:00:00Z");
const dayMilliseconds = 86_400_000;
const reader = { caller: "ip:192.0.2.1", request: { isGone: () => false } };

const database = useFixture(
  () => openTestDatabase(fastestDatabase),
  (opened) => opened.close(),
);
let catalogue: Catalogue;
let derived: DerivedValues;
let now = noon;

beforeAll(async () => {
  catalogue = new Catalogue(database);
  await catalogue.reach(1);
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

const run = "hamilton-victoria-palace-2017";
const renamed = (table: string, where: string) => `UPDATE ${table} SET name = name || '.' WHERE ${where}`;
const lengthened = (show: string) =>
  `UPDATE productions SET intervals = coalesce(intervals, 0) + 1 WHERE show_id = '${show}'`;
const added = (show: string) => `INSERT INTO shows (id, name, type) VALUES ('${show}', 'New', 'play')`;
const ofItsCast = `id = (SELECT min(person_id) FROM cast_members WHERE production_id = '${run}')`;
const palace = renamed("theatres", "id = 'palace'");

test.each<[string, (read: CatalogueReader) => unknown, changes: string, keeps: string]>([
  [
    "a row",
    (read) => read.row("shows", "hamilton")?.record,
    renamed("shows", "id = 'hamilton'"),
    renamed("shows", "id = 'cats'"),
  ],
  ["a missing row", (read) => read.row("shows", "a-new-show")?.record, added("a-new-show"), added("another-show")],
  [
    "the rows with a value",
    (read) => read.where("productions", "show_id", "hamilton").length,
    lengthened("hamilton"),
    lengthened("cats"),
  ],
  [
    "what such rows embed",
    (read) => read.where("cast-members", "production_id", run).length,
    renamed("people", ofItsCast),
    palace,
  ],
  ["a list", (read) => read.list("theatres").count, palace, renamed("people", "id < 'm'")],
  [
    "more rows than are noted one by one",
    (read) => [...catalogue.list("people")].slice(0, 800).map(({ id }) => read.row("people", id)).length,
    renamed("people", "id = (SELECT max(id) FROM people)"),
    palace,
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

test("40,000 different values use bounded memory", { tags: ["full"] }, async () => {
  const ask = (from: number, to: number) => {
    for (let asked = from; asked < to; asked += 1)
      derived.get(
        `text ${asked}`,
        (read) => {
          read.where("cast-members", "person_id", `unknown-${asked}`);
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
