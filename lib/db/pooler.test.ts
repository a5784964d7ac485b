/** @module-tag full */
import type { Socket } from "node:net";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyDatabaseBehindPooler, hasPooler } from "../../test/stores.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress } from "../../test/quota-helpers.ts";
import { serveFrom, type TestService } from "../../test/service.ts";
import { signedIn, staffClientWithCookie } from "../../test/signed-in.ts";
import { openPostgres } from "./postgres.ts";
import type { Database } from "./database.ts";

if (!hasPooler)
  console.warn("SKIPPED: PgBouncer or PostgreSQL is not installed here, so nothing is run through a pooler.");

const secret = { NEXTAUTH_SECRET: "the same for all of them", NEXTAUTH_URL: "http://127.0.0.1" };

async function open(url: string): Promise<Database> {
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  return database;
}

async function serve(settings: Record<string, string>): Promise<TestService> {
  const service = await serveFrom({ ...behindProxy, ...secret, ...settings });
  onTestFinished(() => service.close());
  return service;
}

describe.skipIf(!hasPooler)("through PgBouncer in transaction mode", () => {
  test.each([
    ["with DIRECT_DATABASE_URL", true],
    ["alone", false],
  ])(
    "(%s) two instances migrate an empty database and admit exactly 100 of 300 requests at once",
    async (_, isDirectSet) => {
      const { direct, pooled } = await emptyDatabaseBehindPooler();
      const settings = { DATABASE_URL: pooled, ...(isDirectSet ? { DIRECT_DATABASE_URL: direct } : {}) };
      const [one, other] = await Promise.all([serve(settings), serve(settings)]);
      const address = freshAddress();

      const { statuses, remaining } = await burst(300, (index) =>
        (index % 2 === 0 ? one : other).get("/api/shows", fromAddress(address)),
      );

      expect(statuses).toEqual({ 200: 100, 429: 200 });
      expect(remaining).toEqual(countdown(99, 100));
    },
  );

  test("a lock for migrations ends with the process that held it", async () => {
    const { pooled } = await emptyDatabaseBehindPooler();
    const held = new Client({ connectionString: pooled });
    held.on("error", () => undefined);
    await held.connect();
    await held.query("BEGIN; SELECT pg_advisory_xact_lock(7305081962)");
    const database = await open(pooled);
    const waiting = database.exclusively(async () => "done");

    // Without a farewell, like a process that is killed.
    (held as unknown as { connection: { stream: Socket } }).connection.stream.destroy();

    expect(await waiting).toBe("done");
  });

  test("each statement has its time limits, alone and in a transaction, and leaves none behind", async () => {
    const { direct, pooled } = await emptyDatabaseBehindPooler();
    const database = await open(pooled);
    const names = "ARRAY['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']";
    const limits = `SELECT ARRAY(SELECT current_setting(name) FROM unnest(${names}) AS name)::text`;
    const prepared = database.prepare("limits", limits);

    const alone = [await prepared([]), await prepared([])].flat(2);
    const [asked] = await database.query<{ array: string }>(limits, []);
    const inTransaction = await database.prisma.$transaction((transaction) =>
      transaction.$queryRawUnsafe<{ array: string }[]>(limits),
    );

    expect([...alone, asked?.array, inTransaction[0]?.array]).toEqual(Array.from({ length: 4 }, () => "{10s,2s,30s}"));
    const pooler = new Client({ connectionString: pooled });
    await pooler.connect();
    onTestFinished(() => pooler.end());
    expect((await pooler.query<{ array: string }>(limits)).rows).toEqual([{ array: "{0,0,0}" }]);
    expect((await askDirectly(direct, "SELECT name FROM pg_prepared_statements")).rows).toEqual([]);
  });

  test("a database with another time zone and date style serves the same bytes, and the right moments", async () => {
    const { direct, pooled } = await emptyDatabaseBehindPooler();
    const usual = await serve({ DATABASE_URL: pooled });
    const read = async (service: TestService) =>
      Promise.all(
        ["productions", "cast-members", "updates"].map(async (path) => (await service.get(`/api/${path}`)).text()),
      );
    const before = await read(usual);
    const name = new URL(direct).pathname.slice(1);
    await askDirectly(direct, `ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`);
    await askDirectly(direct, `ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`);
    await askDirectly(
      direct,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );

    for (const DATABASE_URL of [pooled, direct]) {
      const service = await serve({ DATABASE_URL });
      const staff = staffClientWithCookie(await signedIn(service, "editor"), service);
      const { status } = await staff.send("POST", "people", { name: "Ada" });
      const [entry] = await staff.activity(1);
      const seconds = Math.abs(Date.now() - Date.parse(String(entry?.["at"]))) / 1000;

      expect([status, seconds < 60]).toEqual([201, true]);
      expect((await read(service)).slice(0, 2)).toEqual(before.slice(0, 2));
    }
  });
});

async function askDirectly(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(sql);
  } finally {
    await client.end();
  }
}
