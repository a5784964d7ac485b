import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Database } from "../db/database.ts";
import { parseEnv } from "../settings/env.ts";
import { openDatabase } from "../infrastructure.ts";
import { createKey } from "../keys/queries.ts";
import { startFaultProxy, type FaultProxy } from "../../test/fault-proxy.ts";
import { createTestDatabase, everyDatabaseKind, type TestDatabase } from "../../test/databases.ts";
import { until } from "../../test/until.ts";
import type { Versions } from "./limiter.ts";
import { createVersionReader } from "./versions.ts";

const open = (settings: Record<string, string>) => openDatabase(parseEnv({ NODE_ENV: "test", ...settings }));

/** A reader that counts its statements. */
function counted(database: Database) {
  let asked = 0;
  const prepare: Database["prepare"] = (name, sql) => {
    const statement = database.prepare(name, sql);
    return (values) => {
      asked += 1;
      return statement(values);
    };
  };
  return { read: createVersionReader({ ...database, prepare }), asked: () => asked };
}

/** Asks until there is an answer: on a busy machine a read may take longer than the reader waits. */
function known(database: Database): () => Promise<Versions> {
  const { read } = counted(database);
  return async () => {
    const versions = await until("the versions are known", read, (value) => value !== null);
    return versions ?? expect.fail();
  };
}

describe.each(everyDatabaseKind)("the versions of the data and of the keys (%s)", (name) => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    testDatabase = await createTestDatabase(name);
    database = await open(testDatabase.settings);
  });
  afterEach(async () => {
    await database.close();
    await testDatabase.remove();
  });

  const write = (text: string) =>
    database.query("UPDATE people SET bio = $1 WHERE id = 'colm-wilkinson'", [text]).then(() => undefined);
  const stored = async () => {
    const rows = await database.query<{ name: string; value: bigint }>(
      "SELECT name, value FROM versions WHERE name IN ('data', 'keys')",
      [],
    );
    return Object.fromEntries(rows.map((row) => [row.name, Number(row.value)]));
  };

  test("grow with a write of their own kind, and are read again after it", async () => {
    const read = known(database);
    const first = await read();
    await write("An actor.");
    const second = await read();
    await createKey(database.prisma, { email: "a@b.example", name: "k", expiresAt: null, dailyLimit: null });
    const third = await read();

    expect(second.data).toBeGreaterThan(first.data);
    expect(second.keys).toBe(first.keys);
    expect(third.data).toBe(second.data);
    expect(third.keys).toBeGreaterThan(second.keys);
  });

  test("include a write made during a read, at the next read", async () => {
    const read = known(database);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([read(), write(`In round ${round}.`), read()]);
      expect(await read()).toEqual(await stored());
    }
  });

  test("are read again only if another process could have changed them", async () => {
    const { read, asked } = counted(database);
    for (let time = 0; time < 3; time += 1) await read();

    expect(asked()).toBe(name === "embedded" ? 1 : 3);
  });
});

describe.skipIf(inject("postgresUrl") === null)("the versions while the database refuses", () => {
  let testDatabase: TestDatabase;
  let proxy: FaultProxy;
  let database: Database;

  beforeEach(async () => {
    testDatabase = await createTestDatabase("server");
    const url = new URL(testDatabase.settings["DATABASE_URL"] ?? "");
    proxy = await startFaultProxy(Number(url.port));
    url.port = String(proxy.port);
    database = await open({ DATABASE_URL: url.href });
  });
  afterEach(async () => {
    await database.close();
    await proxy.close();
    await testDatabase.remove();
  });

  test("are not requested for every caller, and are known again when it is back", async () => {
    const { read, asked } = counted(database);
    const before = await read();
    await proxy.set("refuse");

    expect([await read(), await read(), await read()]).toEqual([null, null, null]);
    expect(asked()).toBe(2);

    await proxy.set("none");
    expect(await until("they are known again", read, (versions) => versions !== null)).toEqual(before);
  });
});
