import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { log } from "../../core/log.ts";
import { startFaultProxy } from "../../../test/fault-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/databases.ts";
import { serveFrom, type TestService } from "../../../test/service.ts";
import { recordFault } from "../../../test/fault-recorder.ts";
import type { Database } from "../database.ts";
import { openPostgres } from "../postgres.ts";

const serverUrl = inject("postgresUrl");

describe.skipIf(serverUrl === null)("while the database is unreachable", () => {
  let administrator: Database;
  let testDatabase: TestDatabase;
  let name: string;
  let service: TestService;

  beforeEach(async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    administrator = await openPostgres(serverUrl ?? "");
    testDatabase = await createTestDatabase("server");
    name = new URL(testDatabase.settings["DATABASE_URL"] ?? "").pathname.slice(1);
    service = await serveFrom({ ...testDatabase.settings, PUBLIC_DAILY_LIMIT: "1000" });
  });
  afterEach(async () => {
    await service.close();
    await administrator.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, []);
    await administrator.close();
    vi.restoreAllMocks();
  });

  const ways: Record<string, string[]> = {
    dropped: ["DROP DATABASE $name WITH (FORCE)"],
    "closed to connections": [
      "ALTER DATABASE $name ALLOW_CONNECTIONS false",
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '$name'",
      // Fails while a session is left: one that was just being opened is not among those above.
      "ALTER DATABASE $name RENAME TO $name_away",
      "ALTER DATABASE $name_away RENAME TO $name",
    ],
  };

  test.each(Object.entries(ways))(
    "(%s) reads from memory continue, and everything else gets 503 until it is reachable again",
    async (way, statements) => {
      const seen = recordFault(`PostgreSQL's database ${way}`);
      const held = await (await service.get("/api/shows")).text();
      await untilDone(statements);

      const served = await seen.see(() => service.get("/api/shows"));
      expect([served.status, await served.text()]).toEqual([200, held]);
      expect(served.headers.get("x-ratelimit-limit")).toBe("1000");

      const refused = await seen.see(() => service.get("/api/updates"));
      expect([refused.status, await refused.json()]).toEqual([
        503,
        { error: "Service unavailable", message: expect.stringContaining("can't be reached") as unknown },
      ]);
      expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(refused.headers.get("x-ratelimit-limit")).toBe("1000");

      const [health, readiness] = await Promise.all([service.get("/api/health"), service.get("/api/health/ready")]);
      expect([health.status, readiness.status]).toEqual([200, 503]);
      expect(await readiness.json()).toMatchObject({ status: "not ready", database: "unreachable" });

      if (way === "dropped") return;
      await run(["ALTER DATABASE $name ALLOW_CONNECTIONS true"]);
      seen.over();
      expect((await service.get("/api/updates")).status).toBe(200);
      seen.back();
      await vi.waitFor(async () => expect((await service.get("/api/health/ready")).status).toBe(200), {
        timeout: 10_000,
      });
    },
  );

  test(
    "(silent) reads from memory continue, everything else gets 503, and it is used again when it responds",
    { tags: ["full"] },
    async () => {
      const seen = recordFault("PostgreSQL silent: its connections stay open and nothing comes");
      const proxy = await startFaultProxy(testDatabase.settings["DATABASE_URL"] ?? "");
      const behind = await serveFrom({ DATABASE_URL: proxy.url, PUBLIC_DAILY_LIMIT: "1000" });
      const held = await (await behind.get("/api/shows")).text();
      await proxy.set("lose");

      const served = await seen.see(() => behind.get("/api/shows"));
      expect([served.status, await served.text()]).toEqual([200, held]);
      const refused = await seen.see(() => behind.get("/api/updates"));
      expect([refused.status, refused.headers.get("x-ratelimit-limit")]).toEqual([503, "1000"]);

      await proxy.set("none");
      seen.over();
      await vi.waitFor(async () => expect((await behind.get("/api/updates")).status).toBe(200), {
        timeout: 20_000,
        interval: 250,
      });
      seen.back();
      await vi.waitFor(async () => expect((await behind.get("/api/health/ready")).status).toBe(200), {
        timeout: 20_000,
        interval: 250,
      });
      await behind.close();
      await proxy.close();
    },
  );

  async function untilDone(statements: string[]): Promise<void> {
    await vi.waitFor(() => run(statements), { timeout: 20_000 });
  }

  async function run(statements: string[]): Promise<void> {
    for (const statement of statements) await administrator.query(statement.replaceAll("$name", name), []);
  }
});
