import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { utcDay } from "../../core/clock.ts";
import { parseEnv } from "../../settings/env.ts";
import { openDatabase } from "../../infrastructure.ts";
import { createTestDatabase } from "../../../test/databases.ts";
import { countdown } from "../../../test/quota-helpers.ts";
import { until } from "../../../test/until.ts";
import { startUpstash, everyStore, type StoreName } from "../../../test/stores.ts";
import { databaseLimiter } from "./database.ts";
import type { Bucket, LimitStore, RateLimitResult } from "./limiter.ts";
import { upstashLimiter } from "./upstash.ts";

const noon = Date.parse("2031-05-05T12:00:00Z");
const midnight = Date.parse("2031-05-06T00:00:00Z");
let time = noon;

/** Two instances that count in the same store. The embedded database allows only one, which is then both. */
async function open(store: StoreName): Promise<{ limiters: [LimitStore, LimitStore]; close(): Promise<void> }> {
  if (store === "upstash") {
    const upstash = await startUpstash();
    return { limiters: [upstashLimiter(upstash.client()), upstashLimiter(upstash.client())], close: upstash.close };
  }
  const testDatabase = await createTestDatabase(store);
  const settings = parseEnv({ NODE_ENV: "test", ...testDatabase.settings });
  const one = await openDatabase(settings);
  const other = store === "server" ? await openDatabase(settings) : one;
  const first = databaseLimiter(one, () => time);
  return {
    limiters: [first, other === one ? first : databaseLimiter(other, () => time)],
    close: async () => {
      await one.close();
      if (other !== one) await other.close();
      await testDatabase.remove();
    },
  };
}

const bucketOf = (limit: number): Bucket => ({ tier: "public", subject: `ip:${randomUUID()}`, limit });
const admitted = (results: RateLimitResult[]) =>
  results.filter(({ isAdmitted }) => isAdmitted).map(({ remaining }) => remaining);
/** What the caller sees; a refused one has nothing left. */
const figure = ({ isAdmitted, remaining }: RateLimitResult) =>
  isAdmitted ? remaining : remaining === 0 ? "refused" : `refused with ${remaining} left`;

describe.each(everyStore)("counting in %s", (store) => {
  let opened: Awaited<ReturnType<typeof open>>;
  let limiter: LimitStore;

  beforeAll(async () => {
    opened = await open(store);
    [limiter] = opened.limiters;
  });
  beforeEach(() => {
    time = noon;
    // Redis's package knows no other clock.
    if (store === "upstash") vi.spyOn(Date, "now").mockImplementation(() => time);
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => opened.close());

  const hits = (bucket: Bucket, count: number, instances = 2) =>
    Promise.all(Array.from({ length: count }, (_, index) => opened.limiters[(index % instances) as 0 | 1].hit(bucket)));

  test.each([1, 2])(
    "of 300 concurrent hits on a limit of 100 (instances: %i) exactly 100 are admitted, each with its own remaining figure",
    async (instances) => {
      const results = await hits(bucketOf(100), 300, instances);

      expect(admitted(results).sort((a, b) => b - a)).toEqual(countdown(99, 100));
      expect(results.map(figure).filter((seen) => seen === "refused")).toHaveLength(200);
    },
  );

  test("of more concurrent hits than the limit, a partly used bucket admits what is left, in order", async () => {
    const bucket = bucketOf(10);
    await limiter.hit(bucket, 3);

    expect(admitted(await hits(bucket, 25, 1))).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(figure(await limiter.peek(bucket))).toBe("refused");
  });

  test("two instances that count the same buckets in opposite orders do not deadlock", async () => {
    for (let round = 0; round < 5; round += 1) {
      const buckets = Array.from({ length: 300 }, () => bucketOf(2));
      const back = buckets.toReversed();

      const results = await Promise.all([
        ...buckets.map((bucket) => limiter.hit(bucket)),
        ...back.map((bucket) => opened.limiters[1].hit(bucket)),
      ]);

      expect(admitted(results)).toHaveLength(600);
    }
  });

  /** What is done to one bucket in turn, under which limit and how often at once, and what the caller sees. */
  test.each([
    [
      "each hit leaves one less, then none, and a peek counts nothing",
      "peek 2: 2, peek 2: 2, hit 2: 1, peek 2: 1, hit 2: 0, peek 2: refused, hit 2: refused, hit 2: refused",
    ],
    [
      "several hits counted at once use as much quota, and are refused unless all fit",
      "7 hit 10: 3, 4 hit 10: refused, peek 10: refused",
    ],
    ["a lowered limit applies at once", "5 hit 10: 5, hit 4: refused, peek 4: refused"],
  ])("%s", async (_name, steps) => {
    const bucket = bucketOf(0);
    for (const step of steps.split(", ")) {
      const [, times = 1, ask, limit, seen] = /^(\d+)? ?(hit|peek) (\d+): (.+)$/.exec(step) ?? [];
      const asked = { ...bucket, limit: Number(limit) };
      const result = ask === "hit" ? await limiter.hit(asked, Number(times)) : await limiter.peek(asked);
      expect([step, String(figure(result))]).toEqual([step, seen]);
    }
  });

  test("a limit raised on the same day admits exactly the difference, however many were refused before", async () => {
    const bucket = bucketOf(5);
    const raised = { ...bucket, limit: 8 };
    await hits(bucket, 9);
    await until(
      "the refused are given back",
      () => limiter.peek(raised),
      ({ remaining }) => remaining === 3,
    );

    expect(admitted(await hits(raised, 9)).sort()).toEqual([0, 1, 2]);
  });

  test("each UTC day has its own count from its first millisecond on, also when the clock is set forwards and back", async () => {
    const bucket = bucketOf(2);
    const at = async (moment: number, ask: "hit" | "peek" = "hit") => {
      time = moment;
      const result = await limiter[ask](bucket);
      return [result.day - utcDay(noon), figure(result)];
    };

    expect([await at(noon), await at(noon), await at(midnight - 1)]).toEqual([
      [0, 1],
      [0, 0],
      [0, "refused"],
    ]);
    expect([await at(midnight, "peek"), await at(midnight)]).toEqual([
      [1, 2],
      [1, 1],
    ]);
    expect([await at(noon), await at(noon - 86_400_000)]).toEqual([
      [0, "refused"],
      [-1, 1],
    ]);
    expect([await at(midnight), await at(midnight + 86_399_999)]).toEqual([
      [1, 0],
      [1, "refused"],
    ]);
  });

  test.each(["ip:2001:db8::/64", "key:a'b\"c", "ip:é%:*", `key:${"k".repeat(500)}`])(
    "the subject %s is counted like any",
    async (name) => {
      const bucket = { ...bucketOf(2), subject: `${name}${randomUUID()}` };

      expect([figure(await limiter.hit(bucket)), figure(await limiter.peek(bucket))]).toEqual([1, 1]);
    },
  );
});
