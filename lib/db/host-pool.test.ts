import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/databases.ts";
import { openPostgres } from "./postgres.ts";
import type { Database } from "./database.ts";

describe.skipIf(inject("postgresUrl") === null)("under another host than our own server", () => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase("server");
    database = await openPostgres(testDatabase.settings["DATABASE_URL"] ?? "", "next");
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

  test("a server that can't be reached is reported within a second, because a request waits", async () => {
    const startedAt = performance.now();

    await expect(openPostgres("postgresql://nobody@127.0.0.1:9/none", "next")).rejects.toThrow("can't be reached");
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
