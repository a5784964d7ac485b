import { beforeEach, describe, expect, test } from "vitest";
import { utcDay } from "../../core/clock.ts";
import type { Bucket, Limiter } from "./limiter.ts";
import { withRefusalCache } from "./create-limiter.ts";

const midnight = Date.parse("2031-05-06T00:00:00Z");

describe("a caller who was refused", () => {
  let time: number;
  /** What the store was asked to count. */
  let counted: Bucket[];
  /** Runs while the store counts. */
  let meanwhile: () => void;
  let limiter: Limiter;
  const bucket: Bucket = { tier: "public", subject: "ip:192.0.2.1", limit: 2, isAnonymous: true };

  beforeEach(() => {
    time = midnight - 43_200_000;
    counted = [];
    meanwhile = () => undefined;
    const answer = (of: Bucket) => {
      const day = utcDay(time);
      const used = counted.filter(({ subject }) => subject === of.subject).length;
      meanwhile();
      return { isAdmitted: used <= of.limit, remaining: Math.max(0, of.limit - used), day, versions: null };
    };
    const store: Limiter = {
      hit: async (of) => {
        counted.push(of);
        return answer(of);
      },
      peek: async (of) => answer(of),
    };
    limiter = withRefusalCache(store, () => time);
  });

  const ask = async (times: number, of = bucket) => {
    const before = counted.length;
    const admitted = [];
    for (let turn = 0; turn < times; turn += 1) admitted.push((await limiter.hit(of)).isAdmitted);
    return { admitted, stored: counted.length - before };
  };

  test("costs the store one call a second, at any rate of requests", async () => {
    expect(await ask(3)).toEqual({ admitted: [true, true, false], stored: 3 });
    time += 999;
    expect(await ask(50)).toEqual({ admitted: Array(50).fill(false), stored: 0 });
    time += 1;
    expect(await ask(3)).toEqual({ admitted: [false, false, false], stored: 1 });
  });

  test("is asked about each time with a key, which another instance may just have created, or with another limit", async () => {
    await ask(3);

    expect(await ask(3, { ...bucket, isAnonymous: false })).toMatchObject({ stored: 3 });
    expect(await ask(1, { ...bucket, limit: 20 })).toEqual({ admitted: [true], stored: 1 });
    expect(await ask(1, { ...bucket, subject: "ip:192.0.2.2" })).toEqual({ admitted: [true], stored: 1 });
  });

  test("is not refused on the next day by a refusal of yesterday that came after midnight", async () => {
    time = midnight - 1;
    await ask(2);
    meanwhile = () => (time = midnight);
    expect(await ask(1)).toEqual({ admitted: [false], stored: 1 });
    meanwhile = () => undefined;
    counted.length = 0;

    expect(await ask(1)).toEqual({ admitted: [true], stored: 1 });
  });
});
