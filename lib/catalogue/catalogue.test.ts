import { describe, expect, test, vi } from "vitest";
import { aroundStatements } from "../../test/fault-recorder.ts";
import { databaseKinds, fastestDatabase, openTestDatabase } from "../../test/databases.ts";
import { delegate, useFixture } from "../../test/fixture.ts";
import "../resources/resources.ts";
import { Catalogue } from "./catalogue.ts";
import { ListBody } from "./list.ts";
import { entryOf } from "./row.ts";

const many = 20_000;

interface Entry {
  id: string;
  production_id: string;
  billing_order: number | null;
  person: { name: string };
}

const membersOf = (catalogue: Catalogue) => [...catalogue.list("cast-members")].map((row) => entryOf<Entry>(row));

/** A busy machine may take longer than a statement of the catalogue has, so it is asked again, like by the next request. */
const reached = (catalogue: Catalogue, version: number) =>
  vi.waitFor(() => catalogue.reach(version), { timeout: 100_000 });

describe.each(databaseKinds)("a catalogue of 20,000 more cast members (%s)", (name) => {
  const database = useFixture(
    async () => {
      const opened = await openTestDatabase(name);
      await opened.runScript(`
        INSERT INTO people (id, name) SELECT 'extra-' || n, 'Extra ' || n FROM generate_series(1, ${many}) AS n;
        INSERT INTO cast_members (id, person_id, production_id, role_type)
          SELECT id, id, (SELECT min(id) FROM productions), 'ensemble' FROM people WHERE id LIKE 'extra-%'`);
      return opened;
    },
    (opened) => opened.close(),
  );

  test("is loaded without blocking the event loop, its list too, and has each record exactly once and in order", async () => {
    let turns = 0;
    let isLoading = true;
    const count = () => {
      turns += 1;
      if (isLoading) setImmediate(count);
    };
    setImmediate(count);

    const catalogue = new Catalogue(database);
    await reached(catalogue, 1);
    const loading = turns;
    await ListBody.of(catalogue.list("cast-members"));
    isLoading = false;

    expect(loading).toBeGreaterThan(20);
    expect(turns - loading).toBeGreaterThan(1);
    const list = membersOf(catalogue);
    const [{ total = 0 } = {}] = await database.query<{ total: number }>(
      "SELECT count(*)::int AS total FROM cast_members",
      [],
    );
    expect([list.length, new Set(list.map(({ id }) => id)).size]).toEqual([total, total]);
    expect(list.map(({ production_id }) => production_id)).toEqual(list.map((row) => row.production_id).sort());
    const extras = list.filter(({ id }) => id.startsWith("extra-")).map(({ person }) => person.name.toLowerCase());
    expect(extras).toEqual([...extras].sort());
  });
});

describe("a catalogue", () => {
  const opened = useFixture(
    async () => ({ database: await openTestDatabase(fastestDatabase) }),
    ({ database }) => database.close(),
  );
  const database = delegate(() => opened.database);

  /** A catalogue whose statements are counted, and fail while `away.now` is true. */
  function watched() {
    const away = { now: false };
    const statements = { count: 0 };
    let inFlight = 0;
    const most = { inFlight: 0 };
    const counted = aroundStatements(opened.database, async (run) => {
      statements.count += 1;
      most.inFlight = Math.max(most.inFlight, (inFlight += 1));
      try {
        if (away.now) throw new Error("gone");
        return await run();
      } finally {
        inFlight -= 1;
      }
    });
    return { catalogue: new Catalogue(counted), away, statements, most };
  }

  const change = () => database.query("UPDATE shows SET description = description || '.' WHERE id = 'hamilton'", []);
  const versionsNow = async () => {
    const statement = "SELECT value::int, last_change::int AS last FROM versions WHERE name = 'data'";
    const [row] = await database.query<{ value: number; last: number }>(statement, []);
    return row ?? expect.fail("There is no version.");
  };
  const versionNow = async () => (await versionsNow()).value;

  test("a change is read by one statement, and leaves everything else as it is", async () => {
    const { catalogue, statements } = watched();
    await catalogue.reach(1);
    const [people, show] = [catalogue.list("people"), catalogue.row("shows", "hamilton")];
    const other = catalogue.row("shows", "cats");
    statements.count = 0;

    await change();
    await catalogue.reach(await versionNow());

    expect(statements.count).toBe(1);
    expect(catalogue.row("shows", "hamilton")?.number).toBeGreaterThan(show?.number ?? Infinity);
    expect(catalogue.row("shows", "cats")).toBe(other);
    expect(catalogue.list("people")).toBe(people);
  });

  test("at any rate of new versions, at most one advance is running and one is waiting", async () => {
    const { catalogue, statements, most } = watched();
    await catalogue.reach(1);
    const version = catalogue.version ?? 0;
    statements.count = 0;

    await change();
    await Promise.all(Array.from({ length: 100 }, async (_, index) => catalogue.reach(version + 1 + (index % 2))));

    expect(statements.count).toBeLessThanOrEqual(2);
    expect(most.inFlight).toBe(1);
  });

  test("an advance that began before a change is not taken for one that contains it", async () => {
    let goOn = () => undefined as void;
    const mayEnd = new Promise<void>((resolve) => (goOn = resolve));
    let isHeld = false;
    const held = aroundStatements(opened.database, async (run) => {
      const answer = await run();
      if (isHeld) await mayEnd;
      return answer;
    });
    const catalogue = new Catalogue(held);
    await catalogue.reach(1);
    await change();
    isHeld = true;
    const early = catalogue.reach(await versionNow());
    await change();
    const { last: number } = await versionsNow();

    catalogue.invalidate();
    const late = catalogue.reach(null);
    goOn();
    await Promise.all([early, late]);

    expect(catalogue.row("shows", "hamilton")?.number).toBe(number);
  });
});
