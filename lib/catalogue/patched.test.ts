import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetDeletions } from "../history/audit-log/change-queries.ts";
import type { Database } from "../db/database.ts";
import { aroundStatements } from "../../test/around-queries.ts";
import { catalogueStateOf } from "../../test/catalogue-state.ts";
import { everyDatabaseKind } from "../../test/databases.ts";
import { isFullRun } from "../../test/one-of-each.ts";
import { startService, type TestService } from "../../test/service.ts";
import { staffClient, type StaffClient } from "../../test/staff-client.ts";
import { Catalogue } from "./catalogue.ts";
import { DerivedValues } from "./derived.ts";

/** Set `CATALOGUE_RUNS=2000` for a more thorough run. */
const numRuns = Number(process.env["CATALOGUE_RUNS"] ?? (isFullRun ? 25 : 8));
const settings = { PUBLIC_DAILY_LIMIT: "100000000", ACCOUNT_DAILY_LIMIT: "100000000" };
const paths = ["shows", "theatres", "people", "productions", "roles", "cast-members"] as const;

/** One step: what is done, and numbers that choose the records. */
const step = fc.record({
  does: fc.constantFrom(
    ...(["create", "create", "create", "change", "change", "details", "sources", "delete", "merge", "undo"] as const),
    ...(["batch", "update by SQL", "insert by SQL", "delete by SQL", "rename by SQL", "touch by SQL"] as const),
    ...(["truncate", "forget", "thousands", "advance", "lose the answer", "lose the second answer"] as const),
  ),
  path: fc.constantFrom(...paths),
  a: fc.nat(20),
  b: fc.nat(20),
  text: fc.constantFrom("Anna", "anna", "Ärger", "Zoë", "B", "Long name of a show", "𝒳", "0"),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

describe.each(everyDatabaseKind)("after any sequence of writes (%s)", (databaseKind) => {
  let service: TestService;
  let staff: StaffClient;
  let database: Database;
  /** How many answers of the database reach the other instance before one is lost; null: all. */
  let answersLeft: number | null = null;
  let other: Catalogue;
  let derived: DerivedValues;
  let worlds = 0;

  beforeAll(async () => {
    service = await startService(databaseKind, { settings });
    staff = await staffClient(service);
    ({ database } = service.infrastructure);
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    await database.query("TRUNCATE shows, theatres, people, productions, roles, cast_members CASCADE", []);
    worlds = 0;
    other = new Catalogue(aroundStatements(database, unlessLost));
    const { computedReads } = service.infrastructure;
    derived = new DerivedValues(other, computedReads, Date.now);
  });

  const unlessLost = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await ask();
    if (answersLeft === null) return answer;
    answersLeft -= 1;
    if (answersLeft >= 0) return answer;
    answersLeft = null;
    throw new Error("The answer was lost.");
  };

  const advance = async (catalogue: Catalogue) =>
    catalogue.reach((await service.infrastructure.readVersions())?.data ?? null);

  test(
    `a catalogue that was brought up to date equals one that reads everything, on two instances, ${numRuns} times`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
          await createWorld();
          for (const one of steps) {
            await take(one);
            expect(await computed()).toEqual(await computedAnew());
          }
          const fresh = new Catalogue(database);
          await Promise.all([fresh, other, service.infrastructure.catalogue].map(advance));

          const expected = await catalogueStateOf(fresh);
          expect(await catalogueStateOf(other)).toEqual(expected);
          expect(await catalogueStateOf(service.infrastructure.catalogue)).toEqual(expected);
          for (const [path, id] of await mergedIds())
            expect([path, id, other.mergedInto(path, id)]).toEqual([path, id, fresh.mergedInto(path, id)]);
        }),
        { numRuns, ...(process.env["FUZZ_SEED"] && { seed: Number(process.env["FUZZ_SEED"]) }) },
      );
    },
    60_000 + numRuns * 5_000,
  );

  /** Some records that refer to each other. Ids are not used again. */
  async function createWorld(): Promise<void> {
    const world = `w${(worlds += 1)}`;
    for (const statement of [
      "INSERT INTO shows (id, name, type) SELECT $1 || 's' || n, 'Show ' || n, 'play' FROM generate_series(1, 2) AS n",
      "INSERT INTO theatres (id, name) SELECT $1 || 't' || n, 'Theatre ' || n FROM generate_series(1, 2) AS n",
      "INSERT INTO people (id, name) SELECT $1 || 'p' || n, 'Person ' || n FROM generate_series(1, 4) AS n",
      "INSERT INTO productions (id, show_id, theatre_id, opening_date) SELECT $1 || 'r' || n, $1 || 's1', $1 || 't' || n, '2020-01-01' FROM generate_series(1, 2) AS n",
      "INSERT INTO roles (id, name, production_id) SELECT $1 || 'o' || n, 'Role ' || n, $1 || 'r' || n FROM generate_series(1, 2) AS n",
      "INSERT INTO cast_members (id, person_id, production_id, role_id, role_type) SELECT $1 || 'c' || n, $1 || 'p' || n, $1 || 'r' || (1 + n % 2), $1 || 'o' || (1 + n % 2), 'principal' FROM generate_series(1, 4) AS n",
    ])
      await database.query(statement, [world]);
    // The oldest are left out, so that records are chosen among few.
    await database.query("DELETE FROM cast_members WHERE id NOT LIKE $1", [`${world}%`]);
  }

  /** What is computed from several resources, kept while its inputs are the same. */
  async function computed(): Promise<unknown> {
    await advance(other).catch(() => undefined);
    return derived.get("casts", casts, () => 0);
  }

  function computedAnew(): unknown {
    return new DerivedValues(other, service.infrastructure.computedReads, Date.now).get("casts", casts, () => 0);
  }

  function casts(read: Parameters<Parameters<DerivedValues["get"]>[1]>[0]): unknown {
    return [...read.list("productions")].map(({ id, record }) => [
      id,
      read.row("theatres", String(record["theatre_id"]))?.record["name"],
      read.where("cast-members", "production_id", id).map((row) => row.embedded),
    ]);
  }

  async function mergedIds(): Promise<[path: string, id: string][]> {
    const rows = await database.query<{ resource: string; id: string }>(
      "SELECT DISTINCT resource, record_id AS id FROM activity WHERE merged_into IS NOT NULL",
      [],
    );
    return rows.map(({ resource, id }) => [resource, id]);
  }

  async function idAt(path: string, n: number): Promise<string> {
    const table = path.replaceAll("-", "_");
    const rows = await database.query<{ id: string }>(
      `SELECT id FROM ${table} ORDER BY id COLLATE "C" DESC LIMIT 21`,
      [],
    );
    return rows[n % Math.max(1, rows.length)]?.id ?? "none";
  }

  async function fieldsOf({ path, a, b, text }: Step): Promise<object> {
    switch (path) {
      case "shows":
        return { name: text, type: a % 2 === 0 ? "play" : "musical", description: b % 2 === 0 ? text : null };
      case "theatres":
      case "people":
        return { name: text };
      case "roles":
        return { name: text, production_id: await idAt("productions", a) };
      case "productions":
        return {
          show_id: await idAt("shows", a),
          theatre_id: await idAt("theatres", b),
          opening_date: `20${10 + (a % 20)}-03-0${1 + (b % 9)}`,
        };
      case "cast-members":
        return {
          person_id: await idAt("people", a),
          production_id: await idAt("productions", b),
          role_type: b % 2 === 0 ? "principal" : "ensemble",
          ...(b % 3 === 0 && { role_id: await idAt("roles", a) }),
          billing_order: a % 2 === 0 ? 1 + (b % 5) : null,
        };
    }
  }

  async function detailsOf({ path, a, b, text }: Step): Promise<object> {
    if (path === "productions") return { transfer_of: await idAt(path, b), running_minutes: 60 + b };
    if (path !== "cast-members") return { aliases: [{ name: text, kind: "also" }] };
    return { engagements: a % 2 === 0 ? [{ from: "2020-01" }] : [], covers: [{ role_id: await idAt("roles", b) }] };
  }

  async function take(one: Step): Promise<void> {
    const { does, path, a, b, text } = one;
    const table = path.replaceAll("-", "_");
    const place = `${path}/${encodeURIComponent(await idAt(path, a))}`;
    switch (does) {
      case "create":
        await staff.send("POST", path, await fieldsOf(one));
        return;
      case "change":
        await staff.send("PUT", place, await fieldsOf({ ...one, a: b }));
        return;
      case "details":
        await staff.send("PUT", `${place}/details`, await detailsOf(one));
        return;
      case "sources":
        await staff.send("PUT", `${place}/sources`, {
          sources: [{ name: text, kind: "press" }],
          verified: b % 2 === 0,
        });
        return;
      case "delete":
        await staff.send("DELETE", `${place}?cascade=true`);
        return;
      case "merge":
        await staff.send("POST", `${place}/merge`, { into: await idAt(path, a + 1) });
        return;
      case "undo": {
        const entries = await staff.activity(5);
        await staff.send("POST", `activity/${entries[b % Math.max(1, entries.length)]?.id}/revert`);
        return;
      }
      case "batch":
        await staff.send("POST", "changes", {
          changes: [
            ...(await Promise.all(
              paths.map(async (resource) => ({
                action: "create",
                resource,
                data: await fieldsOf({ ...one, path: resource }),
              })),
            )),
            ...(b % 2 === 0
              ? [{ action: "update", resource: path, id: await idAt(path, a), data: await fieldsOf(one) }]
              : []),
          ],
        });
        return;
      case "update by SQL":
        await database.query(`UPDATE people SET name = name || $1 WHERE id > $2`, [text, await idAt("people", a)]);
        return;
      case "insert by SQL":
        await database
          .query(
            `INSERT INTO people (id, name) SELECT 'sql-' || $1::text || '-' || n, 'Person ' || n FROM generate_series(1, 40) AS n
           ON CONFLICT DO NOTHING`,
            [`${text}${a}`],
          )
          .catch(() => undefined);
        return;
      case "delete by SQL":
        await database.query(`DELETE FROM ${table} WHERE id = $1`, [await idAt(path, b)]).catch(() => undefined);
        return;
      case "rename by SQL":
        // Refused while another record refers to it.
        await database
          .query(`UPDATE ${table} SET id = id || $2 WHERE id = $1`, [await idAt(path, b), `~${text}`])
          .catch(() => undefined);
        return;
      case "touch by SQL":
        await database.query(`UPDATE ${table} SET id = id`, []);
        return;
      case "truncate":
        await database.query(b === 0 ? `TRUNCATE ${table} CASCADE` : "TRUNCATE cast_members", []);
        return;
      case "forget":
        await forgetDeletions(database, -1);
        return;
      case "thousands":
        if (b > 1) return;
        await database
          .query(
            `INSERT INTO people (id, name) SELECT 'thousand-' || n, 'One of ' || n FROM generate_series(1, 2500) AS n
           ON CONFLICT (id) DO UPDATE SET name = people.name || '.'`,
            [],
          )
          .catch(() => undefined);
        return;
      case "advance":
        await advance(service.infrastructure.catalogue);
        return;
      case "lose the answer":
      case "lose the second answer":
        answersLeft = does === "lose the answer" ? 0 : 1;
        return;
    }
  }
});
