import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { log } from "../../core/log.ts";
import { createTestDatabase } from "../../../test/databases.ts";
import { serveFrom, type TestService } from "../../../test/service.ts";
import { staffClient, type StaffClient } from "../../../test/staff-client.ts";

describe.skipIf(inject("postgresUrl") === null)("while another program holds a lock", () => {
  const ends: (() => Promise<unknown>)[] = [];
  let service: TestService;
  let staff: StaffClient;
  let other: Client;

  beforeEach(async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const testDatabase = await createTestDatabase("server");
    ends.push(() => testDatabase.remove());
    service = await serveFrom(testDatabase.settings);
    ends.push(() => service.close());
    staff = await staffClient(service);
    other = new Client({ connectionString: testDatabase.settings["DATABASE_URL"] });
    await other.connect();
    ends.push(() => other.end());
    await other.query("BEGIN");
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    vi.restoreAllMocks();
  });

  const write = () => staff.ask("POST", "people", { name: "A Writer" });

  test("on a table, a write gets 503 after one timeout, like the writes waiting behind it", async () => {
    await other.query("LOCK TABLE people IN ACCESS EXCLUSIVE MODE");
    const tried = vi.spyOn(service.infrastructure.database.prisma, "$transaction");

    const answers = await Promise.all(Array.from({ length: 6 }, write));

    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status, headers }) => `${status} ${headers.get("retry-after")}`)).toEqual(
      Array.from({ length: 6 }, () => "503 5"),
    );
    expect(new Set(bodies.map(({ message }: { message: string }) => message))).toEqual(
      new Set(["The database is busy with other work at the moment. Try again in a few seconds."]),
    );
    expect(tried.mock.calls.length).toBeLessThan(6);
    await other.query("COMMIT");
    expect((await write()).status).toBe(201);
  });

  test("for a change of many records, a write waits longer than for any other lock", async () => {
    await other.query("SELECT value FROM versions WHERE name = 'data' FOR UPDATE");

    const [held, written] = await Promise.all([
      other.query("SELECT pg_sleep(2.5)").then(() => other.query("COMMIT")),
      write(),
    ]);

    expect([held.command, written.status]).toEqual(["COMMIT", 201]);
  });
});
