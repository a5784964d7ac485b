import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type TestDatabase, createTestDatabase, databaseOfTest } from "../../test/databases.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress } from "../../test/quota-helpers.ts";
import { served } from "../../test/service.ts";
import { openPostgres } from "./postgres.ts";
import type { Database } from "./database.ts";

describe.skipIf(inject("postgresUrl") === null)("under another host than our own server", () => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase("server");
    database = await openPostgres(testDatabase.settings["DATABASE_URL"] ?? "", { host: "next" });
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.remove();
  });

  test("an instance opens at most three connections, and PostgreSQL closes those that a suspended one leaves", async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.query<{ limit: string }>("SELECT current_setting('idle_session_timeout') AS limit", []),
      ),
    );

    expect(new Set(asked.flat().map(({ limit }) => limit))).toEqual(new Set(["1min"]));
    expect(database.pool?.().open).toBe(3);
  });

  test("a server that can't be reached is reported, because a request waits", async () => {
    await expect(openPostgres("postgresql://nobody@127.0.0.1:9/none", { host: "next" })).rejects.toThrow(
      "can't be reached",
    );
  });
});

test.skipIf(inject("postgresUrl") === null)(
  "DATABASE_POOL_MAX=2 serves and counts fifty concurrent requests on two connections",
  async () => {
    const settings = await databaseOfTest("server");
    const address = freshAddress();

    await served({ ...settings, ...behindProxy, DATABASE_POOL_MAX: "2" }, async ({ get, infrastructure }) => {
      const { statuses, remaining } = await burst(50, () => get("/api/shows", fromAddress(address)));
      expect([statuses, remaining]).toEqual([{ 200: 50 }, countdown(99, 50)]);
      expect(infrastructure.database.pool?.().open).toBe(2);
    });
  },
);
