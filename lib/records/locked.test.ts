import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { log } from "../core/log.ts";
import { createTestDatabase } from "../../test/databases.ts";
import { useFixture } from "../../test/fixture.ts";
import { serveFrom } from "../../test/service.ts";
import { staffClient } from "../../test/signed-in.ts";

describe.skipIf(inject("postgresUrl") === null)("while another program holds a lock", () => {
  const held = useFixture(
    async () => {
      const { settings, remove } = await createTestDatabase("server");
      const service = await serveFrom(settings);
      const other = new Client({ connectionString: settings["DATABASE_URL"] });
      await other.connect();
      return { service, remove, other, staff: await staffClient(service) };
    },
    async ({ service, remove, other }) => {
      await other.end();
      await service.close();
      await remove();
    },
  );
  beforeEach(async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    await held.other.query("BEGIN");
  });
  afterEach(async () => {
    await held.other.query("ROLLBACK");
    vi.restoreAllMocks();
  });

  const write = () => held.staff.ask("POST", "people", { name: "A Writer" });

  test("on a table, a write gets 503 after one timeout, like the writes waiting behind it", async () => {
    await held.other.query("LOCK TABLE people IN ACCESS EXCLUSIVE MODE");
    const tried = vi.spyOn(held.service.infrastructure.database.prisma, "$transaction");

    const answers = await Promise.all(Array.from({ length: 6 }, write));

    const message = "The database is busy with other work at the moment. Try again in a few seconds.";
    for (const answer of answers) {
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await answer.json()).toMatchObject({ message });
    }
    expect(tried.mock.calls.length).toBeLessThan(6);
    await held.other.query("COMMIT");
    expect((await write()).status).toBe(201);
  });

  test("for a change of many records, a write waits longer than for any other lock", async () => {
    await held.other.query("SELECT value FROM versions WHERE name = 'data' FOR UPDATE");
    // As long as other locks are waited for, and half a second more.
    const ended = held.other.query("SELECT pg_sleep(2.5)").then(() => held.other.query("COMMIT"));

    expect([(await write()).status, (await ended).command]).toEqual([201, "COMMIT"]);
  });
});
