import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { Redis } from "@upstash/redis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { utcDay } from "../../core/clock.ts";
import { countdown } from "../../../test/quota-helpers.ts";
import { startUpstash, stores, type UpstashForTests } from "../../../test/stores.ts";
import { withFallback } from "./fallback.ts";
import type { Bucket, Limiter, LimitStore, RateLimitResult } from "./limiter.ts";
import { upstashLimiter } from "./upstash.ts";

const dayMilliseconds = 86_400_000;
const noon = Date.parse("2031-05-05T12:00:00Z");
const today = utcDay(noon);

const bucketOf = (limit: number): Bucket => ({ tier: "public", subject: `ip:${randomUUID()}`, limit });
const keyOf = ({ subject }: Bucket, day = today) => `theatre-listings:${subject}:${day}`;
const hits = (limiters: Limiter[], bucket: Bucket, times: number): Promise<RateLimitResult[]> =>
  Promise.all(
    Array.from({ length: times }, (_, index) => (limiters[index % limiters.length] ?? expect.fail()).hit(bucket)),
  );
const figures = (results: RateLimitResult[]) =>
  results.map(({ isAdmitted, remaining }) => (isAdmitted ? remaining : "refused"));
const admitted = (results: RateLimitResult[]) =>
  results.filter(({ isAdmitted }) => isAdmitted).map(({ remaining }) => remaining);

describe.skipIf(!stores.includes("upstash"))("counting in Redis", () => {
  let upstash: UpstashForTests;
  let client: Redis;
  /** The package knows no other clock. */
  let time: () => number;

  beforeAll(async () => {
    upstash = await startUpstash();
    client = upstash.client();
  });
  beforeEach(() => {
    time = () => noon;
    failures.length = 0;
    vi.spyOn(Date, "now").mockImplementation(() => time());
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => upstash.close());

  const failures: unknown[] = [];
  /** Instances as they run: they continue from their own figures when Redis has fewer, or none. */
  const instances = () =>
    [1, 2].map(() =>
      withFallback(upstashLimiter(upstash.client()), {
        now: () => time(),
        events: { failed: (error) => failures.push(error), recovered: () => undefined },
        deadlineMilliseconds: 60_000,
        retryMilliseconds: 1_000,
        mayForget: true,
      }),
    );

  /** A limiter whose scripts pass through `runScript`; `settled` waits for those that no request waits for. */
  function limiterThrough(
    runScript: (rate: number, run: () => Promise<unknown>, name: "evalsha" | "eval") => Promise<unknown>,
  ): { limiter: LimitStore; settled: () => Promise<void> } {
    const running: Promise<unknown>[] = [];
    const redis = new Proxy(upstash.client(), {
      get: (target, name) => {
        if (name !== "evalsha" && name !== "eval") return Reflect.get(target, name, target) as unknown;
        return (script: string, keys: string[], [most, life, rate]: [number, number, number]) => {
          const answer = runScript(rate, () => target[name](script, keys, [most, life, rate]), name);
          running.push(answer.catch(() => undefined));
          return answer;
        };
      },
    });
    const settled = async () => {
      while (running.length > 0) {
        await running.shift();
        // What follows an answer begins in the same turn.
        await setImmediate();
      }
    };
    return { limiter: upstashLimiter(redis), settled };
  }

  test("concurrent calls for one bucket are one command, and what it refuses is given back once, after the answer", async () => {
    const events: string[] = [];
    const { limiter, settled } = limiterThrough(async (rate, run) => {
      events.push(`${rate} sent`);
      const answer = await run();
      events.push(`${rate} answered`);
      return answer;
    });
    await hits([limiter], bucketOf(5), 1);
    await settled();
    events.length = 0;
    const bucket = bucketOf(5);

    const results = await Promise.all([limiter.hit(bucket, 2), hits([limiter], bucket, 7)]);
    await settled();

    expect(figures(results.flat())).toEqual([3, 2, 1, 0, ...Array<string>(4).fill("refused")]);
    expect(events).toEqual(["9 sent", "9 answered", "-4 sent", "-4 answered"]);
    expect(await client.get(keyOf(bucket))).toBe(5);
  });

  test("a count has the name of its UTC day, and expires after a day at the latest", async () => {
    const bucket = bucketOf(5);
    await upstashLimiter(client).hit(bucket);

    expect(await client.keys(`*${bucket.subject}*`)).toEqual([keyOf(bucket)]);
    const life = await client.pttl(keyOf(bucket));
    expect([life > 0, life <= dayMilliseconds]).toEqual([true, true]);
  });

  test("calls fail only for the bucket that Redis can't count", async () => {
    const limiter = upstashLimiter(client);
    const [broken, whole] = [bucketOf(5), bucketOf(5)];
    await client.set(keyOf(broken), "no number");

    const outcomes = await Promise.allSettled([broken, whole, broken].map((bucket) => limiter.hit(bucket)));

    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  });

  test("instances admit together exactly what was left when Redis has lost the counts and its scripts", async () => {
    const both = instances();
    const bucket = bucketOf(100);
    await hits(both, bucket, 40);
    const left = async () => (await Promise.all(both.map((one) => one.peek(bucket)))).map(({ remaining }) => remaining);
    expect(await left()).toEqual([60, 60]);

    await Promise.all([client.del(keyOf(bucket)), client.scriptFlush()]);

    expect(await left()).toEqual([60, 60]);
    expect(admitted(await hits(both, bucket, 150)).sort((a, b) => b - a)).toEqual(countdown(59, 60));
    expect([await left(), failures]).toEqual([[0, 0], []]);
  });

  describe("what Redis counted and was refused", () => {
    test("is given back once, also when Redis loses its scripts before each command", async () => {
      const bucket = bucketOf(5);
      const { limiter, settled } = limiterThrough(async (_rate, run, name) => {
        if (name === "evalsha") await client.scriptFlush();
        return run();
      });

      expect(admitted(await hits([limiter], bucket, 9))).toHaveLength(5);
      await settled();

      expect(await client.get(keyOf(bucket))).toBe(5);
    });

    test("stays in the count when it can't be given back, and changes nothing else", async () => {
      const bucket = bucketOf(5);
      const { limiter, settled } = limiterThrough((rate, run) =>
        rate < 0 ? Promise.reject(new Error("The connection is lost.")) : run(),
      );

      const results = await hits([limiter], bucket, 9);
      await settled();

      expect(figures(results)).toEqual([4, 3, 2, 1, 0, ...Array<string>(4).fill("refused")]);
      expect(await client.get(keyOf(bucket))).toBe(9);
      expect(figures([await limiter.hit(bucket)])).toEqual(["refused"]);
    });

    test("leaves no count below zero, which would admit too many, when Redis is emptied before", async () => {
      const bucket = bucketOf(5);
      const { limiter, settled } = limiterThrough(async (rate, run) => {
        if (rate === -4) await client.del(keyOf(bucket));
        return run();
      });

      await hits([limiter], bucket, 9);
      await settled();

      expect(await client.get(keyOf(bucket))).toBe(0);
      expect(admitted(await hits([limiter], bucket, 9))).toHaveLength(5);
      await settled();
      expect(await client.pttl(keyOf(bucket))).toBeGreaterThan(0);
    });

    test("on one day is never given back to another, at any step at which midnight comes", async () => {
      const { limiter, settled } = limiterThrough((_rate, run) => run());
      for (let early = 0; early <= 12; early += 1) {
        const bucket = bucketOf(5);
        let moment = (today + 1) * dayMilliseconds - early;
        time = () => (moment += 1);

        const [first = expect.fail()] = await hits([limiter], bucket, 9);
        await settled();

        const counts = [today, today + 1].map((day) => client.get(keyOf(bucket, day)));
        expect(await Promise.all(counts)).toEqual(first.day === today ? [9, null] : [null, 5]);
      }
    });
  });
});

const bucket = { tier: "public", subject: "ip:192.0.2.1", limit: 5 } as const;
const most = 1e12;
const neither = [null, "a", [], [1], { a: 1 }, Number.NaN, 1.5, 1, -1, ...[null, "a", {}, 1.5].map((n) => [n, most])];
const both = [...neither, [null, null], [1, 5], [1, null], [0, most], [-1, most]];

test.each([
  ...[...both, [most, most]].map((result) => ["hit", result] as const),
  ...[...both, [most + 1, most]].map((result) => ["peek", result] as const),
])(
  "a response of Redis that is not a count makes the call fail, with a message that does not name the caller: %s: %j",
  async (ask, result) => {
    const redis = new Redis({ request: async <Answer>() => ({ result: result as Answer }) });

    const error: unknown = await upstashLimiter(redis)
      [ask](bucket)
      .catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain("192.0.2.1");
  },
);
