import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { utcDay } from "../core/clock.ts";
import { captureLimitLogs } from "../../test/captured-logs.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { startService, type TestService } from "../../test/service.ts";
import { behindProxy, burst, countdown, freshAddress, fromAddress, quotaOf } from "../../test/quota-helpers.ts";
import { startUpstash, stores, type UpstashForTests } from "../../test/stores.ts";
import type { Bucket, LimitStore } from "./limiter.ts";
import { upstashRequester } from "./upstash-requester.ts";
import { upstashLimiter } from "./upstash.ts";

describe.skipIf(!stores.includes("upstash"))("counting in Upstash", () => {
  let upstash: UpstashForTests;
  let service: TestService;

  beforeAll(async () => {
    upstash = await startUpstash();
    service = await startService(fastestDatabase, { settings: { ...behindProxy, ...upstash.settings } });
  });
  afterAll(async () => {
    await service.close();
    await upstash.close();
  });

  test("scripts that Redis has lost are sent again, and no count is lost or doubled", async () => {
    const said = captureLimitLogs();
    const address = freshAddress();
    await burst(10, () => service.get("/api/shows", fromAddress(address)));

    await upstash.client().scriptFlush();
    const after = await burst(20, () => service.get("/api/shows", fromAddress(address)));

    expect(after).toEqual({ statuses: { 200: 20 }, remaining: countdown(89, 20) });
    expect(quotaOf(await service.get("/api/quota", fromAddress(address))).remaining).toBe(70);
    expect(said).toEqual([]);
    vi.restoreAllMocks();
  });

  test("an instance continues from its own figures when Redis has lost the counts", async () => {
    const address = freshAddress();
    const ask = () => service.get("/api/shows", fromAddress(address));
    await burst(40, ask);

    const redis = upstash.client();
    const lost = await redis.keys(`*${address}*`);
    expect(await redis.del(...lost)).toBe(1);

    expect(quotaOf(await service.get("/api/quota", fromAddress(address))).remaining).toBe(60);
    expect(quotaOf(await ask()).remaining).toBe(59);
    expect(await burst(140, ask)).toEqual({ statuses: { 200: 59, 429: 81 }, remaining: countdown(58, 59) });
    expect(quotaOf(await service.get("/api/quota", fromAddress(address))).remaining).toBe(0);
  });

  test("counts expire in Redis after a day at the latest", async () => {
    const address = freshAddress();
    await service.get("/api/shows", fromAddress(address));

    const keys = await upstash.client().keys(`theatre-listings:*${address}*`);
    const lives = await Promise.all(keys.map((key) => upstash.client().pttl(key)));

    expect(keys).toEqual([`theatre-listings:ip:${address}:${utcDay(Date.now())}`]);
    expect(lives[0]).toBeGreaterThan(0);
    expect(lives[0]).toBeLessThanOrEqual(86_400_000);
  });
});

describe.skipIf(!stores.includes("upstash"))("concurrent calls for one bucket", () => {
  let upstash: UpstashForTests;

  beforeAll(async () => {
    upstash = await startUpstash();
  });
  afterAll(() => upstash.close());

  test("go to Redis as one command, and what it refuses as a second one; each call gets its own remaining figure", async () => {
    let asked: unknown[] = [];
    const redis = new Proxy(upstash.client(), {
      get: (client, name) => {
        asked.push(name);
        return Reflect.get(client, name, client) as unknown;
      },
    });
    const limiter = upstashLimiter(redis);
    const [bucket, other] = [6, 1].map(
      (limit) => ({ tier: "public", subject: `ip:${freshAddress()}`, limit }) as const,
    );
    await limiter.hit(bucket as Bucket);
    asked = [];

    const tallies = await Promise.all([
      limiter.hit(bucket as Bucket, 2),
      limiter.hit(other as Bucket),
      ...Array.from({ length: 5 }, () => limiter.hit(bucket as Bucket)),
    ]);

    expect(asked.filter((name) => name === "evalsha")).toHaveLength(3);
    expect(tallies.map(({ isAdmitted, remaining }) => [isAdmitted, remaining])).toEqual([
      [true, 3],
      [true, 0],
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
  });

  test("get the same remaining figure, day and admission from a peek as from a hit", async () => {
    const limiter = upstashLimiter(upstash.client());
    const bucket = { tier: "public", subject: `ip:${freshAddress()}`, limit: 5 } as const;
    const told = { day: utcDay(Date.now()), versions: null };

    expect(await limiter.hit(bucket, 4)).toEqual({ isAdmitted: true, remaining: 1, ...told });
    expect(await limiter.peek(bucket)).toEqual({ isAdmitted: true, remaining: 1, ...told });
    expect(await limiter.hit(bucket)).toEqual({ isAdmitted: true, remaining: 0, ...told });
    expect(await limiter.peek(bucket)).toEqual({ isAdmitted: false, remaining: 0, ...told });
  });

  test("fail only for the bucket that Redis can't count", async () => {
    const redis = upstash.client();
    const limiter = upstashLimiter(redis);
    const [broken, whole] = [freshAddress(), freshAddress()].map(
      (address) => ({ tier: "public", subject: `ip:${address}`, limit: 5 }) as const,
    );
    await limiter.hit(broken as Bucket);
    const [key = ""] = await redis.keys(`theatre-listings:${broken?.subject}*`);
    await redis.set(key, "no number");

    const outcomes = await Promise.allSettled([
      limiter.hit(broken as Bucket),
      limiter.hit(whole as Bucket),
      limiter.hit(broken as Bucket),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  });

  test("fail with a message that does not name the caller", async () => {
    const server = { url: upstash.settings.UPSTASH_REDIS_REST_URL, token: "another", timeoutMilliseconds: 5_000 };
    const bucket = { tier: "public", subject: `ip:${freshAddress()}`, limit: 5 } as const;

    const error: unknown = await upstashLimiter(new Redis(upstashRequester(server)))
      .hit(bucket)
      .catch((reason: unknown) => reason);

    expect(String(error)).toBe("Error: Upstash Redis answered with status 401: Unauthorized.");
  });
});

describe("a response of Upstash that is not a count", () => {
  const bucket = { tier: "public", subject: "ip:192.0.2.1", limit: 5 } as const;
  const notPairs = [null, "a", [], [1], { a: 1 }, Number.NaN, 1.5, 1, -1];
  const most = 1e12;
  const counted = [
    [null, null],
    [null, most],
    ["a", most],
    [{}, most],
    [1.5, most],
    [1, 5],
    [1, null],
  ];

  async function expectFailure(result: unknown, ask: (limiter: LimitStore) => Promise<unknown>): Promise<void> {
    const redis = new Redis({
      request: async <Answer>() => ({ result: result as Answer }),
    });

    const error: unknown = await ask(upstashLimiter(redis)).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain("192.0.2.1");
  }

  test.each([...notPairs, ...counted, [0, most], [-1, most], [most, most]].map((result) => [result]))(
    "(%j) makes a hit fail, with a message that does not name the caller",
    (result) => expectFailure(result, (limiter) => limiter.hit(bucket)),
  );

  test.each([...notPairs, ...counted, [most + 1, most], [0, most], [-1, most]].map((result) => [result]))(
    "(%j) makes a peek fail, with a message that does not name the caller",
    (result) => expectFailure(result, (limiter) => limiter.peek(bucket)),
  );
});
