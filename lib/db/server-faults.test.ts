import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { startPostgres } from "../../scripts/services.mjs";
import { log } from "../core/log.ts";
import { serveFrom, type TestService } from "../../test/service.ts";
import { staffClient } from "../../test/signed-in.ts";
import { until } from "../../test/until.ts";
import { recordFault, startWriters } from "../../test/fault-recorder.ts";

const patient = { timeout: 20_000, interval: 25 };

describe.skipIf(inject("postgresUrl") === null)("a PostgreSQL server of the test's own", () => {
  let postgres: NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
  let service: TestService;

  beforeEach(async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const started = await startPostgres();
    if (!started) throw new Error("No PostgreSQL server is installed here.");
    postgres = started;
    service = await serveFrom({
      DATABASE_URL: postgres.url,
      PUBLIC_DAILY_LIMIT: "1000000",
      ACCOUNT_DAILY_LIMIT: "1000000",
    });
  });
  afterEach(async () => {
    await service.close();
    await postgres.stop();
    vi.restoreAllMocks();
  });

  test("without a free connection: reads from memory continue, everything else gets 503, and it is used again when one is free", async () => {
    const seen = recordFault("PostgreSQL out of connections");
    const held = await (await service.get("/api/shows")).text();
    const hogs: Client[] = [];
    const hog = async () => {
      const client = new Client({ connectionString: postgres.url });
      client.on("error", () => undefined);
      await client.connect();
      hogs.push(client);
    };
    await hog();
    await hogs[0]?.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'theatre-listings'",
    );
    await expect(
      (async () => {
        for (;;) await hog();
      })(),
    ).rejects.toThrow(/too many clients|remaining connection slots/);

    const [served, refused] = await Promise.all([
      seen.see(() => service.get("/api/shows")),
      seen.see(() => service.get("/api/updates")),
    ]);

    expect([served.status, await served.text(), refused.status]).toEqual([200, held, 503]);
    await Promise.all(hogs.map((client) => client.end()));
    seen.over();
    await vi.waitFor(async () => expect((await service.get("/api/updates")).status).toBe(200), patient);
    seen.back();
  });

  test("killed during writes: reads from memory continue, writes get 503, and every acknowledged write is kept", async () => {
    const seen = recordFault("PostgreSQL killed (`kill -9`) under four writers, then started again");
    const held = await (await service.get("/api/theatres")).text();
    const staff = await staffClient(service);
    const writers = startWriters(staff, 4, seen);
    await until("some are written", () => writers.acknowledged.length >= 40);

    await postgres.kill();
    const served = await seen.see(() => service.get("/api/theatres"));
    const refused = await seen.see(() => staff.ask("POST", "people", { name: "Nobody" }));

    expect([served.status, await served.text(), refused.status]).toEqual([200, held, 503]);
    expect((await service.get("/api/health/ready")).status).toBe(503);
    const before = writers.acknowledged.length;
    await postgres.restart();
    seen.over();
    await until("it is written again", () => writers.acknowledged.length > before, Boolean, 20);
    seen.back();
    await until("it is ready again", async () => (await service.get("/api/health/ready")).status === 200);
    await writers.stop();
    const lost = await writers.missing();
    seen.kept("writes", writers.acknowledged.length, lost.length);
    expect(lost).toEqual([]);
  });
});
