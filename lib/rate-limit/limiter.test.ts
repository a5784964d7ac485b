import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { utcDay } from "../core/clock.ts";
import { parseEnv } from "../settings/env.ts";
import { openDatabase } from "../infrastructure.ts";
import { createTestDatabase } from "../../test/databases.ts";
import { countdown } from "../../test/quota-helpers.ts";
import { until } from "../../test/until.ts";
import { startUpstash, everyStore, type StoreName } from "../../test/stores.ts";
import { databaseLimiter } from "./database.ts";
import type { Bucket, LimitStore } from "./limiter.ts";
import { upstashLimiter } from "./upstash.ts";

interface Opened {
  /** The first of two instances that count in the same store. */
  limiter: LimitStore;
  another: LimitStore;
  close(): Promise<void>;
}

async function open(store: StoreName): Promise<Opened> {
  if (store === "upstash") {
    const upstash = await startUpstash();
    return {
      limiter: upstashLimiter(upstash.client()),
      another: upstashLimiter(upstash.client()),
      close: upstash.close,
    };
  }
  const testDatabase = await createTestDatabase(store);
  const settings = parseEnv({ NODE_ENV: "test", ...testDatabase.settings });
  // The embedded database allows only one instance.
  const databases = await Promise.all((store === "server" ? [1, 2] : [1]).map(() => openDatabase(settings)));
  const limiters = databases.map((database) => databaseLimiter(database, Date.now));
  const [limiter = never(), another = limiter] = limiters;
  return {
    limiter,
    another,
    close: async () => {
      for (const database of databases) await database.close();
      await testDatabase.remove();
    },
  };
}

function never(): never {
  throw new Error("No database was opened.");
}

function bucketOf(limit: number): Bucket {
  return { tier: "public", subject: `ip:${randomUUID()}`, limit };
}

describe.each(everyStore)("counting in %s", (store) => {
  let opened: Opened;
  let limiter: LimitStore;

  beforeAll(async () => {
    opened = await open(store);
    limiter = opened.limiter;
  });
  afterAll(() => opened.close());

  test("of 300 concurrent hits on a limit of 100, exactly 100 are admitted, each with its own remaining figure", async () => {
    const bucket = bucketOf(100);

    const tallies = await Promise.all(Array.from({ length: 300 }, () => limiter.hit(bucket)));

    const admitted = tallies.filter((result) => result.isAdmitted);
    expect(admitted.map((result) => result.remaining).sort((a, b) => b - a)).toEqual(countdown(99, 100));
    expect(tallies.filter((result) => !result.isAdmitted).every((result) => result.remaining === 0)).toBe(true);
  });

  test("of more concurrent hits than the limit, a partly used bucket admits what is left", async () => {
    const bucket = bucketOf(10);
    await limiter.hit(bucket, 3);

    const tallies = await Promise.all(Array.from({ length: 25 }, () => limiter.hit(bucket)));

    const admitted = tallies.filter((result) => result.isAdmitted).map((result) => result.remaining);
    expect(admitted).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  test("two instances share their counts", async () => {
    const bucket = bucketOf(100);

    const tallies = await Promise.all(
      Array.from({ length: 150 }, (_, index) => (index % 2 ? limiter : opened.another).hit(bucket)),
    );

    const admitted = tallies.filter((result) => result.isAdmitted).map((result) => result.remaining);
    expect(admitted.sort((a, b) => b - a)).toEqual(countdown(99, 100));
  });

  test("buckets are counted separately, also concurrently", async () => {
    const buckets = [bucketOf(1), bucketOf(2), bucketOf(3)];

    const tallies = await Promise.all(buckets.flatMap((bucket) => [1, 2, 3].map(() => limiter.hit(bucket))));

    const admitted = tallies.filter((result) => result.isAdmitted).map((result) => result.remaining);
    expect(admitted).toEqual([0, 1, 0, 2, 1, 0]);
  });

  test("two instances that count the same buckets in opposite orders do not deadlock", async () => {
    for (let round = 0; round < 5; round += 1) {
      const buckets = Array.from({ length: 300 }, () => bucketOf(2));
      const back = buckets.toReversed();

      const tallies = await Promise.all([
        ...buckets.map((bucket) => limiter.hit(bucket)),
        ...back.map((bucket) => opened.another.hit(bucket)),
      ]);

      expect(tallies.filter((result) => result.isAdmitted)).toHaveLength(600);
    }
  });

  test("each hit leaves one less, then none", async () => {
    const bucket = bucketOf(3);
    const seen: [boolean, number][] = [];

    for (let turn = 0; turn < 5; turn += 1) {
      const { isAdmitted, remaining } = await limiter.hit(bucket);
      seen.push([isAdmitted, remaining]);
    }

    expect(seen).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
  });

  test("a peek counts nothing", async () => {
    const bucket = bucketOf(2);
    const looks = async () => {
      const { isAdmitted, remaining } = await limiter.peek(bucket);
      return [isAdmitted, remaining];
    };

    expect([await looks(), await looks()]).toEqual([
      [true, 2],
      [true, 2],
    ]);
    await limiter.hit(bucket);
    expect([await looks(), await looks()]).toEqual([
      [true, 1],
      [true, 1],
    ]);
    await limiter.hit(bucket);
    await limiter.hit(bucket);
    expect(await looks()).toEqual([false, 0]);
  });

  test("several hits counted at once use as much quota, and are refused unless all fit", async () => {
    const bucket = bucketOf(10);

    expect(await limiter.hit(bucket, 7)).toMatchObject({ isAdmitted: true, remaining: 3 });
    expect(await limiter.hit(bucket, 4)).toMatchObject({ isAdmitted: false, remaining: 0 });
    expect(await limiter.peek(bucket)).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  test("a lowered limit applies at once", async () => {
    const bucket = bucketOf(10);
    await limiter.hit(bucket, 5);

    expect(await limiter.hit({ ...bucket, limit: 4 })).toMatchObject({ isAdmitted: false, remaining: 0 });
    expect(await limiter.peek({ ...bucket, limit: 4 })).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  test("a limit raised on the same day admits exactly the difference, however many were refused before", async () => {
    const bucket = bucketOf(5);
    const raised = { ...bucket, limit: 8 };
    const hitsOf = (asked: Bucket) =>
      Array.from({ length: 9 }, (_, i) => (i % 2 ? limiter : opened.another).hit(asked));
    await Promise.all(hitsOf(bucket));
    await until(
      "the refused are given back",
      () => limiter.peek(raised),
      ({ remaining }) => remaining === 3,
    );

    const admitted = (await Promise.all(hitsOf(raised))).filter((result) => result.isAdmitted);

    expect(admitted.map((result) => result.remaining).sort()).toEqual([0, 1, 2]);
  });

  test("the day is the UTC day of the count", async () => {
    const before = utcDay(Date.now());
    const { day } = await limiter.hit(bucketOf(1));
    const looked = await limiter.peek(bucketOf(1));

    expect([before, utcDay(Date.now())]).toContain(day);
    expect([before, utcDay(Date.now())]).toContain(looked.day);
  });

  test.each(["ip:2001:db8::/64", "key:a'b\"c", "ip:é%:*", `key:${"k".repeat(500)}`])(
    "the subject %s is counted like any",
    async (name) => {
      const bucket = { ...bucketOf(2), subject: `${name}${randomUUID()}` };

      expect(await limiter.hit(bucket)).toMatchObject({ isAdmitted: true, remaining: 1 });
      expect(await limiter.peek(bucket)).toMatchObject({ remaining: 1 });
    },
  );

  test("a thousand concurrent buckets each keep their own count", async () => {
    const buckets = Array.from({ length: 1000 }, () => bucketOf(2));

    const tallies = await Promise.all([...buckets, ...buckets].map((bucket) => limiter.hit(bucket)));

    expect(tallies.map((result) => result.remaining)).toEqual([...buckets.map(() => 1), ...buckets.map(() => 0)]);
    expect(tallies.every((result) => result.isAdmitted)).toBe(true);
  });
});
