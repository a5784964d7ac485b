import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { parseEnv } from "../../settings/env.ts";
import { openDatabase } from "../../infrastructure.ts";
import { startFaultProxy } from "../../../test/fault-proxy.ts";
import { databaseOfTest, everyDatabaseKind, openTestDatabase } from "../../../test/databases.ts";
import { until } from "../../../test/until.ts";
import type { Versions } from "./limiter.ts";
import { createVersionReader } from "./versions.ts";

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
  const read = createVersionReader({ ...database, prepare });
  /** Asks until there is an answer: on a busy machine a read may take longer than the reader waits. */
  const known = async (): Promise<Versions> =>
    (await until("the versions are known", read, (value) => value !== null)) ?? expect.fail();
  return { read, known, asked: () => asked };
}

afterEach(() => void vi.useRealTimers());

// Whether another process can write differs by kind.
describe.each(everyDatabaseKind)("the versions of the data and of the keys (%s)", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test("are read again only if another process could have changed them", async () => {
    const { known, asked } = counted(database);
    for (let time = 0; time < 3; time += 1) await known();

    if (kind === "embedded") expect(asked()).toBe(1);
    else expect(asked()).toBeGreaterThanOrEqual(3);
  });
});

test.skipIf(inject("postgresUrl") === null)(
  "while the database refuses, the versions are not requested for every caller, and they are known again when it is back",
  async () => {
    const settings = await databaseOfTest("server");
    const proxy = await startFaultProxy(settings["DATABASE_URL"] ?? "");
    onTestFinished(proxy.close);
    const database = await openDatabase(parseEnv({ NODE_ENV: "test", DATABASE_URL: proxy.url }));
    onTestFinished(() => database.close());
    const { read, known, asked } = counted(database);
    const before = await known();
    const first = asked();
    vi.useFakeTimers({ toFake: ["performance"] });
    await proxy.set("refuse");

    expect([await read(), await read(), await read()]).toEqual([null, null, null]);
    expect(asked()).toBe(first + 1);

    await proxy.set("none");
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(await known()).toEqual(before);
  },
);
