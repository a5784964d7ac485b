import { Redis as Client } from "ioredis";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { freePort, startRedis } from "../../scripts/services.mjs";
import { startBridge } from "../../scripts/upstash/testing.ts";
import { captureLimitLogs, outageLines } from "../../test/captured-logs.ts";
import { createTestDatabase, fastestDatabase } from "../../test/databases.ts";
import { serveFrom, type TestService } from "../../test/service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { until } from "../../test/until.ts";
import { recordFault } from "../../test/fault-recorder.ts";

type Redis = NonNullable<Awaited<ReturnType<typeof startRedis>>>;

interface Harm {
  do(redis: Redis, administrator: Client): Promise<unknown>;
  undo(redis: Redis, administrator: Client): Promise<unknown>;
}

const harms: Record<string, Harm> = {
  "killed (`kill -9`), then started again": {
    do: (redis) => redis.kill(),
    undo: (redis) => redis.restart(),
  },
  "paused (`SIGSTOP`)": {
    do: async ({ pid }) => process.kill(pid, "SIGSTOP"),
    undo: async ({ pid }) => process.kill(pid, "SIGCONT"),
  },
  "out of memory": {
    do: (_redis, administrator) => set(administrator, "maxmemory", "1mb"),
    undo: (_redis, administrator) => set(administrator, "maxmemory", "0"),
  },
  "read-only (a replica)": {
    do: async (_redis, administrator) => administrator.replicaof("127.0.0.1", String(await freePort())),
    undo: (_redis, administrator) => administrator.replicaof("NO", "ONE"),
  },
  "out of connections": {
    do: async (_redis, administrator) => {
      await set(administrator, "maxclients", "1");
      await administrator.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    },
    undo: (_redis, administrator) => set(administrator, "maxclients", "1000"),
  },
};

describe.skipIf(inject("redisPort") === null)("a Redis that is", () => {
  const ends: (() => Promise<unknown>)[] = [];
  let redis: Redis;
  let administrator: Client;
  let service: TestService;
  let other: TestService;

  beforeEach(async () => {
    const started = await startRedis({ isKept: true });
    if (!started) throw new Error("No Redis server is installed here.");
    redis = started;
    ends.push(() => redis.stop());
    administrator = new Client(redis.port, "127.0.0.1");
    administrator.on("error", () => undefined);
    ends.push(async () => administrator.disconnect());
    const bridge = await startBridge(redis.port);
    ends.push(() => bridge.close());
    const testDatabase = await createTestDatabase(fastestDatabase);
    ends.push(() => testDatabase.remove());
    const counting = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token };
    const settings = { ...behindProxy, ...testDatabase.settings, ...counting };
    service = await serveFrom(settings);
    ends.push(() => service.close());
    other = await serveFrom(settings);
    ends.push(() => other.close());
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    vi.restoreAllMocks();
  });

  test.each(Object.entries(harms))("%s loses no count: local counts replace it meanwhile", async (name, harm) => {
    const seen = recordFault(`Redis ${name}`);
    const said = captureLimitLogs();
    const address = freshAddress();
    const ask = () => seen.see(() => service.get("/api/shows", fromAddress(address)));
    const ready = async () => (await service.get("/api/health/ready")).status;
    const left = async (one: TestService) => quotaOf(await one.get("/api/quota", fromAddress(address))).remaining;
    await burst(40, () => service.get("/api/shows", fromAddress(address)));
    await until("these are counted", ready, (status) => status === 200);
    expect(await left(service)).toBe(60);

    await harm.do(redis, administrator);
    const meanwhile = await burst(100, ask);
    const readyMeanwhile = await ready();
    await harm.undo(redis, administrator);
    seen.over();

    expect(readyMeanwhile).toBe(503);
    expect(meanwhile).toEqual({ statuses: { 200: 60, 429: 40 }, remaining: countdown(59, 60) });
    await until("it is counted in again", ready, (status) => status === 200);
    seen.back();
    seen.kept(
      "counts",
      100,
      await until(
        "every request is counted",
        () => left(other),
        (remaining) => remaining === 0,
      ),
    );
    expect((await other.get("/api/shows", fromAddress(address))).status).toBe(429);
    // On a busy machine the store may be lost once more during its restart.
    expect(new Set(said)).toEqual(new Set(outageLines("Upstash Redis")));
  });
});

async function set(administrator: Client, name: string, value: string): Promise<void> {
  expect(await administrator.config("SET", name, value)).toBe("OK");
}
