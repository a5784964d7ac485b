import { expect, inject, onTestFinished, vi } from "vitest";
import { startFaultProxy, type Fault, type FaultProxy } from "./fault-proxy.ts";
import { captureLimitLogs, outageLines } from "./captured-logs.ts";
import { createTestDatabase, type TestDatabase } from "./databases.ts";
import { serveFrom, type TestService } from "./service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "./quota-helpers.ts";
import { startUpstash } from "./stores.ts";
import { until } from "./until.ts";
import type { FaultRecorder } from "./fault-recorder.ts";

/** Network faults of a store, by their description in test titles. */
export const networkFaults: Record<string, Fault> = {
  "refuses connections": "refuse",
  "resets connections": "reset",
  hangs: "hang",
  "loses its connections for good": "lose",
  "answers five seconds late": "late",
};

/** A service, and the proxy in front of the store that counts. */
interface OutageSubject {
  name: string;
  proxy: FaultProxy;
  /** The service whose store is behind the proxy. */
  service: TestService;
  /** Another instance, which reaches the store without the proxy. */
  other: TestService;
}

/**
 * Starts a service whose store is behind a fault proxy, until the end of the test. @param store the store that
 * counts.
 */
export async function startBehindProxy(store: "server" | "upstash"): Promise<OutageSubject> {
  onTestFinished(() => void vi.restoreAllMocks());
  const testDatabase: TestDatabase = await createTestDatabase(
    store === "server" ? "server" : inject("postgresUrl") ? "server" : "embedded",
  );
  onTestFinished(() => testDatabase.remove());
  const upstash = store === "upstash" ? await startUpstash() : null;
  if (upstash) onTestFinished(upstash.close);
  const direct: Record<string, string> = { ...behindProxy, ...testDatabase.settings, ...upstash?.settings };
  const variable = upstash ? "UPSTASH_REDIS_REST_URL" : "DATABASE_URL";
  const url = new URL(direct[variable] ?? "");
  const proxy = await startFaultProxy(Number(url.port));
  onTestFinished(proxy.close);
  url.port = String(proxy.port);

  const service = await serveFrom({ ...direct, [variable]: url.href });
  onTestFinished(() => service.close());
  const other = await serveFrom(direct);
  onTestFinished(() => other.close());
  return { name: upstash ? "Upstash Redis" : "the database", proxy, service, other };
}

async function readiness(service: TestService): Promise<[number, string]> {
  const response = await service.get("/api/health/ready");
  return [response.status, ((await response.json()) as { limits: string }).limits];
}

/** Checks the promises of contract §3 about an unreachable limit store, during one outage and after its end. */
export async function expectSurvives(subject: OutageSubject, fault: Fault, seen: FaultRecorder): Promise<void> {
  const { name, proxy, service, other } = subject;
  const said = captureLimitLogs();
  const address = freshAddress();
  const ask = () => seen.see(() => service.get("/api/shows", fromAddress(address)));
  const etag = (await service.get("/api/shows", fromAddress(address))).headers.get("etag") ?? "";
  await burst(39, () => service.get("/api/shows", fromAddress(address)));

  await proxy.set(fault);
  const first = await ask();
  const second = await ask();
  const free = await service.get("/api/shows", fromAddress(address, { "If-None-Match": etag }));
  const local = await burst(100, ask);

  for (const [index, response] of [first, second].entries())
    expect([response.status, quotaOf(response)]).toMatchObject([200, { limit: 100, remaining: 59 - index }]);
  expect([free.status, quotaOf(free).remaining]).toEqual([304, 58]);
  expect(local).toEqual({ statuses: { 200: 58, 429: 42 }, remaining: countdown(57, 58) });
  expect(await readiness(service)).toEqual([503, "unreachable"]);
  const newcomer = await service.get("/api/shows", fromAddress(freshAddress()));
  expect(quotaOf(newcomer)).toMatchObject({ limit: 100, remaining: 99 });
  expect(said).toEqual(outageLines(name).slice(0, 1));

  await proxy.set("none");
  seen.over();
  await until(
    "requests are counted in the store again",
    () => readiness(service),
    ([status]) => status === 200,
  );
  seen.back();
  const left = async () => quotaOf(await other.get("/api/quota", fromAddress(address))).remaining;
  seen.kept(
    "counts",
    100,
    await until("the requests counted meanwhile are in the store", left, (remaining) => remaining === 0),
  );
  expect((await other.get("/api/shows", fromAddress(address))).status).toBe(429);
  expect(said).toEqual(outageLines(name));
}
