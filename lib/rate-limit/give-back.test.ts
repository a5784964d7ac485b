import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Redis } from "@upstash/redis";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { utcDay } from "../core/clock.ts";
import { startUpstash, stores, type UpstashForTests } from "../../test/stores.ts";
import type { Bucket, LimitStore, RateLimitResult } from "./limiter.ts";
import { upstashLimiter } from "./upstash.ts";

type Script = "evalsha" | "eval";
type RunScript = (name: Script, rate: number, run: () => Promise<unknown>) => Promise<unknown>;

describe.skipIf(!stores.includes("upstash"))("what Redis counted and was refused", () => {
  let upstash: UpstashForTests;
  let client: Redis;

  beforeAll(async () => {
    upstash = await startUpstash();
    client = upstash.client();
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => upstash.close());

  const bucketOf = (limit: number): Bucket => ({ tier: "public", subject: `ip:${randomUUID()}`, limit });
  const keyOf = ({ subject }: Bucket, day = utcDay(Date.now())) => `theatre-listings:${subject}:${day}`;

  /** A limiter whose scripts pass through `runScript`; `settled` waits for those that no request waits for. */
  function limiterThrough(runScript: RunScript): { limiter: LimitStore; settled: () => Promise<void> } {
    const running: Promise<unknown>[] = [];
    const redis = new Proxy(upstash.client(), {
      get: (target, name) => {
        if (name !== "evalsha" && name !== "eval") return Reflect.get(target, name, target) as unknown;
        return (script: string, keys: string[], [, , rate]: number[] = []) => {
          const run = () => target[name](script, keys, [1e12, 86_400_000, rate]);
          const answer = runScript(name, rate ?? 0, run);
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

  const hits = (limiter: LimitStore, bucket: Bucket, times: number): Promise<RateLimitResult[]> =>
    Promise.all(Array.from({ length: times }, () => limiter.hit(bucket)));
  const admitted = (results: RateLimitResult[]) => results.filter(({ isAdmitted }) => isAdmitted).length;

  test("is given back once, after its count was answered", async () => {
    const events: string[] = [];
    const bucket = bucketOf(5);
    const { limiter, settled } = limiterThrough(async (_, rate, run) => {
      events.push(`${rate} sent`);
      const answer = await run();
      events.push(`${rate} answered`);
      return answer;
    });
    await hits(limiter, bucketOf(5), 1);
    await settled();
    events.length = 0;

    expect(admitted(await hits(limiter, bucket, 9))).toBe(5);
    await settled();

    expect(events).toEqual(["9 sent", "9 answered", "-4 sent", "-4 answered"]);
    expect(await client.get(keyOf(bucket))).toBe(5);
  });

  test("is given back once, also when Redis loses its scripts before each command", async () => {
    const bucket = bucketOf(5);
    const { limiter, settled } = limiterThrough(async (name, _, run) => {
      if (name === "evalsha") await client.scriptFlush();
      return run();
    });

    expect(admitted(await hits(limiter, bucket, 9))).toBe(5);
    await settled();

    expect(await client.get(keyOf(bucket))).toBe(5);
  });

  test("stays in the count when it can't be given back, and changes nothing else", async () => {
    const bucket = bucketOf(5);
    const { limiter, settled } = limiterThrough((_, rate, run) =>
      rate < 0 ? Promise.reject(new Error("The connection is lost.")) : run(),
    );

    const results = await hits(limiter, bucket, 9);
    await settled();

    expect(results.map(({ isAdmitted, remaining }) => (isAdmitted ? remaining : "refused"))).toEqual([
      4,
      3,
      2,
      1,
      0,
      "refused",
      "refused",
      "refused",
      "refused",
    ]);
    expect(await client.get(keyOf(bucket))).toBe(9);
    expect(await limiter.hit(bucket)).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  test("leaves no count below zero, which would admit too many, when Redis is emptied before", async () => {
    const bucket = bucketOf(5);
    const { limiter, settled } = limiterThrough(async (_, rate, run) => {
      if (rate === -4) await client.del(keyOf(bucket));
      return run();
    });

    await hits(limiter, bucket, 9);
    await settled();

    expect(await client.get(keyOf(bucket))).toBe(0);
    expect(admitted(await hits(limiter, bucket, 9))).toBe(5);
    await settled();
    expect(await client.pttl(keyOf(bucket))).toBeGreaterThan(0);
  });

  test("on one day is never given back to another, at any step at which midnight comes", async () => {
    const midnight = (utcDay(Date.now()) + 1) * 86_400_000;
    const { limiter, settled } = limiterThrough((_, __, run) => run());

    for (let early = 0; early <= 12; early += 1) {
      const bucket = bucketOf(5);
      let time = midnight - early;
      const clock = vi.spyOn(Date, "now").mockImplementation(() => (time += 1));
      const [{ day } = { day: 0 }] = await hits(limiter, bucket, 9);
      await settled();
      clock.mockRestore();

      const counts = [utcDay(midnight) - 1, utcDay(midnight)].map((each) => client.get(keyOf(bucket, each)));
      expect(await Promise.all(counts)).toEqual(day < utcDay(midnight) ? [9, null] : [null, 5]);
    }
  });

  test("is not given back when its answer comes after midnight, or after the clock was set back to the day before", async () => {
    const day = utcDay(Date.now()) + 1;
    for (const moved of [86_400_000, -86_400_000]) {
      const bucket = bucketOf(5);
      const noon = (day + 0.5) * 86_400_000;
      let time = noon;
      const clock = vi.spyOn(Date, "now").mockImplementation(() => time);
      const { limiter, settled } = limiterThrough(async (_, __, run) => {
        const answer = await run();
        time = noon + moved;
        return answer;
      });

      await hits(limiter, bucket, 9);
      await settled();
      clock.mockRestore();

      expect(await client.get(keyOf(bucket, day))).toBe(9);
      expect(await client.get(keyOf(bucket, utcDay(time)))).toBeNull();
    }
  });
});
