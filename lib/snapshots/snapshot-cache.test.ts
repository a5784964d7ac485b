import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { castMembers } from "../resources/cast-members/resource.ts";
import { openDatabase } from "../infrastructure.ts";
import type { Database } from "../db/database.ts";
import { parseEnv } from "../env.ts";
import { heldBytes } from "../testing/held-bytes.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../testing/databases.ts";
import { SnapshotCache, type SnapshotSource } from "./snapshot-cache.ts";
import { ResourceSnapshot, type SerializedRecord } from "./resource-snapshot.ts";

const many = 20_000;

describe.each(databaseKinds)("a list of 20,000 cast members (%s)", (name) => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase(name);
    database = await openDatabase(parseEnv({ NODE_ENV: "test", ...testDatabase.settings }));
    await database.query(
      `INSERT INTO people (id, name) SELECT 'extra-' || n, 'Extra ' || n FROM generate_series(1, $1::int) AS n`,
      [many],
    );
    await database.query(
      `INSERT INTO cast_members (id, person_id, production_id, role_type)
       SELECT 'extra-' || n, 'extra-' || n, (SELECT min(id) FROM productions), 'ensemble' FROM generate_series(1, $1::int) AS n`,
      [many],
    );
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.remove();
  });

  test("has each record exactly once and in order, across the pages it is read in", async () => {
    const list = await listed(database);

    const [{ count = 0 } = {}] = await database.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM cast_members",
      [],
    );
    expect(list).toHaveLength(count);
    expect(new Set(list.map(({ id }) => id)).size).toBe(count);
    expect(list.map(({ production_id }) => production_id)).toEqual(list.map((row) => row.production_id).sort());
    const extras = list.filter(({ id }) => id.startsWith("extra-")).map(({ person }) => person.name.toLowerCase());
    expect(extras).toEqual([...extras].sort());
  });

  test("is built without blocking the event loop", async () => {
    let turns = 0;
    let isBuilding = true;
    const count = () => {
      turns += 1;
      if (isBuilding) setImmediate(count);
    };
    setImmediate(count);

    await new SnapshotCache(database.prisma).snapshot(castMembers, 1);
    isBuilding = false;

    expect(turns).toBeGreaterThan(20);
  });

  test("never mixes two changes, even under concurrent writes", async () => {
    let isReading = true;
    let changes = 0;
    const writing = (async () => {
      while (isReading) {
        changes += 1;
        await database.query(
          `UPDATE cast_members SET billing_order = $1
           WHERE id IN ((SELECT min(id) FROM cast_members), (SELECT max(id) FROM cast_members))`,
          [1 + (changes % 10_000)],
        );
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();

    for (let round = 1; round <= 2; round += 1) {
      const ids = (await listed(database)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(ids.at(0)?.billing_order).toBe(ids.at(-1)?.billing_order);
    }
    isReading = false;
    await writing;
    expect(changes).toBeGreaterThan(2);
  });
});

test("concurrent first reads share one load", async () => {
  let readings = 0;
  const source: SnapshotSource<null> = { path: "shows", load: async () => serializedRecords(3, (readings += 1)) };
  const snapshots = new SnapshotCache(null);

  const snapshotsRead = await Promise.all(Array.from({ length: 50 }, () => snapshots.snapshot(source, 1)));

  expect(readings).toBe(1);
  expect(new Set(snapshotsRead).size).toBe(1);
});

test("a source that is made of another reads its snapshot, which contains the same version and the process's own changes", async () => {
  let readings = 0;
  const base: SnapshotSource<null> = { path: "shows", load: async () => serializedRecords(1, (readings += 1)) };
  const made: SnapshotSource<null> = {
    path: "made",
    load: async (_store, read) => [...(await read(base)).serialized],
  };
  const snapshots = new SnapshotCache(null);

  await snapshots.snapshot(base, 1);
  expect(markOf(await snapshots.snapshot(made, 1))).toBe(1);
  expect(markOf(await snapshots.snapshot(made, 2))).toBe(2);
  snapshots.invalidate();
  expect(markOf(await snapshots.snapshot(made, null))).toBe(3);
  expect(markOf(await snapshots.snapshot(base, null))).toBe(3);
  expect(readings).toBe(3);
});

test("at any rate of new versions, at most one load is running and one is waiting", async () => {
  let inFlight = 0;
  let max = 0;
  let readings = 0;
  const source: SnapshotSource<null> = {
    path: "shows",
    load: async () => {
      max = Math.max(max, (inFlight += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return serializedRecords(1, (readings += 1));
    },
  };
  const snapshots = new SnapshotCache(null);
  await snapshots.snapshot(source, 1);

  await Promise.all(Array.from({ length: 100 }, (_, index) => snapshots.snapshot(source, index + 2)));

  expect(max).toBe(1);
  expect(readings).toBeLessThanOrEqual(3);
});

test("a failed load keeps the old snapshot and is retried", async () => {
  const { source, away } = leaving();
  const snapshots = new SnapshotCache(null);
  const held = await snapshots.snapshot(source, 1);
  away.now = true;

  await expect(snapshots.snapshot(source, 2)).rejects.toThrow("gone");
  expect(await snapshots.snapshot(source, null)).toBe(held);
  away.now = false;
  expect(await snapshots.snapshot(source, 2)).not.toBe(held);
});

test("a change by this process causes a reload, also while the version is unknown", async () => {
  let readings = 0;
  const source: SnapshotSource<null> = { path: "shows", load: async () => serializedRecords(1, (readings += 1)) };
  const snapshots = new SnapshotCache(null);
  const held = await snapshots.snapshot(source, 1);

  snapshots.invalidate();
  const [first, second] = await Promise.all([snapshots.snapshot(source, null), snapshots.snapshot(source, null)]);

  expect(first).not.toBe(held);
  expect([second, await snapshots.snapshot(source, null), await snapshots.snapshot(source, 1)]).toEqual([
    first,
    first,
    first,
  ]);
  expect(readings).toBe(2);
});

test("a load that started before a change is not served after it", async () => {
  let readings = 0;
  let begun = () => undefined as void;
  let goOn = () => undefined as void;
  const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
  const mayEnd = new Promise<void>((resolve) => (goOn = resolve));
  const source: SnapshotSource<null> = {
    path: "shows",
    load: async () => {
      readings += 1;
      const mark = readings;
      if (mark === 2) {
        begun();
        await mayEnd;
      }
      return serializedRecords(1, mark);
    },
  };
  const snapshots = new SnapshotCache(null);
  await snapshots.snapshot(source, 1);
  const before = snapshots.snapshot(source, 2);
  await isUnderWay;

  snapshots.invalidate();
  const after = snapshots.snapshot(source, null);
  goOn();

  expect(markOf(await before)).toBe(2);
  expect(markOf(await after)).toBe(3);
});

test("if a reload fails while the version is unknown, the old snapshot is served, also after a change", async () => {
  const { source, away } = leaving();
  const snapshots = new SnapshotCache(null);
  const held = await snapshots.snapshot(source, 1);
  away.now = true;

  snapshots.invalidate();

  expect(await snapshots.snapshot(source, null)).toBe(held);
});

test("40,000 different filters use bounded memory", async () => {
  const snapshot = await ResourceSnapshot.of(serializedRecords(many, 1));
  const ask = (from: number, to: number) => {
    for (let asked = from; asked < to; asked += 1) {
      // Every second filter matches: two people of the list, never the same pair twice.
      const other = asked + 1 + Math.floor(asked / many);
      const values = asked % 2 === 0 ? [`p${asked % many}`, `p${other % many}`] : [`nobody-${asked}`];
      snapshot.list({ person_id: values });
    }
  };
  ask(0, 20_000);
  const before = await heldBytes();

  ask(20_000, 60_000);

  expect((await heldBytes()) - before).toBeLessThan(16 * 1024 * 1024);
});

interface Entry {
  id: string;
  production_id: string;
  billing_order: number | null;
  person: { name: string };
}

async function listed({ prisma }: Database): Promise<Entry[]> {
  const snapshot = await new SnapshotCache(prisma).snapshot(castMembers, 1);
  return JSON.parse(snapshot.list({}).identity.toString()) as Entry[];
}

function serializedRecords(count: number, mark: number): SerializedRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const json = JSON.stringify({ id: `c${index}`, mark, person_id: `p${index}`, text: "x".repeat(300) });
    return { id: `c${index}`, record: json, entry: json, filterValues: { person_id: `p${index}` } };
  });
}

/** A source that fails while `away.now` is true. */
function leaving(): { source: SnapshotSource<null>; away: { now: boolean } } {
  const away = { now: false };
  const load = async () => {
    if (away.now) throw new Error("gone");
    return serializedRecords(1, 1);
  };
  return { source: { path: "shows", load }, away };
}

function markOf(snapshot: ResourceSnapshot): number | undefined {
  return (JSON.parse(snapshot.list({}).identity.toString()) as { mark: number }[])[0]?.mark;
}
