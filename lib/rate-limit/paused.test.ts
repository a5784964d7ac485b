import { describe, expect, inject, test, vi } from "vitest";
import { startPostgres } from "../../scripts/services.mjs";
import { openPostgres } from "../db/postgres.ts";
import { captureLimitLogs, outageLines } from "../../test/captured-logs.ts";
import { serveFrom } from "../../test/service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { until } from "../../test/until.ts";
import { recordFault } from "../../test/fault-recorder.ts";

describe.skipIf(inject("postgresUrl") === null)("a PostgreSQL that is paused for a moment", () => {
  test("is replaced by local counts, and afterwards has every request exactly once", async () => {
    const seen = recordFault("PostgreSQL paused (`SIGSTOP`) in the middle of its work");
    const postgres = await startPostgres();
    if (!postgres) throw new Error("No PostgreSQL server is installed here.");
    const administrator = await openPostgres(postgres.url);
    const settings = { ...behindProxy, DATABASE_URL: postgres.url };
    const services = [await serveFrom(settings), await serveFrom(settings)] as const;
    const [service, other] = services;
    const said = captureLimitLogs();
    const address = freshAddress();
    const ask = (one: typeof service) => one.get("/api/shows", fromAddress(address));
    for (const one of [other, service]) await ask(one);
    // Pauses the backends and not the postmaster, so that connected sessions stall in the middle of their work.
    const backends = await administrator.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'theatre-listings' AND pid <> pg_backend_pid()",
      [],
    );
    const pids = [...backends.map(({ pid }) => pid), postgres.pid];

    for (const pid of pids) process.kill(pid, "SIGSTOP");
    const paused = await burst(30, () => seen.see(() => ask(service))).finally(() => {
      for (const pid of pids) process.kill(pid, "SIGCONT");
      seen.over();
    });

    expect(paused).toEqual({ statuses: { 200: 30 }, remaining: countdown(97, 30) });
    await until("the database is counted in again", () => said.length === 2);
    seen.back();
    expect(said).toEqual(outageLines("the database"));
    const left = async () => quotaOf(await other.get("/api/quota", fromAddress(address))).remaining;
    seen.kept("counts", 32, (await until("every request is counted once", left, (remaining) => remaining === 68)) - 68);
    const rest = await burst(100, (index) => ask(services[index % 2 === 0 ? 0 : 1]));
    expect(rest).toEqual({ statuses: { 200: 68, 429: 32 }, remaining: countdown(67, 68) });

    for (const one of services) await one.close();
    await administrator.close();
    await postgres.stop();
    vi.restoreAllMocks();
  });
});
