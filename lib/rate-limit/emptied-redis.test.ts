import { Redis } from "@upstash/redis";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { startRedis } from "../../scripts/services.mjs";
import { startBridge } from "../../scripts/upstash/testing.ts";
import { utcDay } from "../core/clock.ts";
import { captureLimitLogs } from "../../test/captured-logs.ts";
import { createTestDatabase } from "../../test/databases.ts";
import { serveFrom, type TestService } from "../../test/service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";

/** `RACES=5` runs five. */
const rounds = Number(process.env["RACES"] ?? 2);
const isPossible = inject("redisPort") !== null && inject("postgresUrl") !== null;
if (!isPossible) console.warn("SKIPPED: without Redis and PostgreSQL, no Redis is emptied under two instances.");

describe.skipIf(!isPossible)("two instances on a Redis that is emptied", () => {
  const ends: (() => Promise<unknown>)[] = [];
  let client: Redis;
  let instances: TestService[];

  beforeAll(async () => {
    const redis = await startRedis();
    if (!redis) throw new Error("No Redis server is installed here.");
    ends.push(() => redis.stop());
    const bridge = await startBridge(redis.port);
    ends.push(() => bridge.close());
    client = new Redis({ url: bridge.url, token: bridge.token, enableTelemetry: false });
    const testDatabase = await createTestDatabase("server");
    ends.push(() => testDatabase.remove());
    const counting = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token };
    const settings = { ...behindProxy, ...testDatabase.settings, ...counting };
    instances = [await serveFrom(settings), await serveFrom(settings)];
    for (const instance of instances) ends.push(() => instance.close());
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  function ask(address: string, index: number, path = "/api/shows"): Promise<Response> {
    const instance = instances[index % 2];
    if (!instance) throw new Error("There are no instances.");
    return instance.get(path, fromAddress(address));
  }
  const left = async (address: string) => {
    const answers = await Promise.all([0, 1].map((index) => ask(address, index, "/api/quota")));
    return answers.map((answer) => quotaOf(answer).remaining);
  };

  test("between two bursts admit together exactly what was left", async () => {
    const said = captureLimitLogs();
    const address = freshAddress();
    await burst(40, (index) => ask(address, index));
    expect(await left(address)).toEqual([60, 60]);

    await client.flushall();

    expect(await left(address)).toEqual([60, 60]);
    const after = await burst(150, (index) => ask(address, index));
    expect(after).toEqual({ statuses: { 200: 60, 429: 90 }, remaining: countdown(59, 60) });
    expect(said).toEqual([]);
  });

  test("in the middle of bursts answer every request, and refuse again once the limit is used up", async () => {
    captureLimitLogs();
    for (let round = 0; round < rounds; round += 1) {
      const address = freshAddress();
      const answers = Array.from({ length: 300 }, (_, index) => ask(address, index));
      await answers[round * 50];
      await client.flushall();

      for (const { status } of await Promise.all(answers)) expect([200, 429]).toContain(status);
      await burst(300, (index) => ask(address, index));
      expect([(await ask(address, 0)).status, (await ask(address, 1)).status]).toEqual([429, 429]);
      expect(await left(address)).toEqual([0, 0]);
      expect(Number(await client.get(`theatre-listings:ip:${address}:${utcDay(Date.now())}`))).toBeGreaterThanOrEqual(
        0,
      );
    }
  });

  test("of its scripts in the middle of bursts admit exactly the limit, and Remaining takes each value once", async () => {
    const said = captureLimitLogs();
    for (let round = 0; round < rounds; round += 1) {
      const address = freshAddress();
      const answers = burst(300, (index) => ask(address, index));
      for (let times = 0; times < 20; times += 1) await client.scriptFlush();

      expect(await answers).toEqual({ statuses: { 200: 100, 429: 200 }, remaining: countdown(99, 100) });
    }
    expect(said).toEqual([]);
  });
});
