import { beforeEach, describe, expect, test } from "vitest";
import type { Bucket, RateLimitResult } from "./limiter.ts";
import { LocalCounts } from "./local-counts.ts";

const bucket = (subject: string, limit = 3): Bucket => ({ tier: "public", subject, limit });
const told = (remaining: number, day: number): RateLimitResult => ({
  isAdmitted: true,
  remaining,
  day,
  versions: null,
});

describe("the local counts of an instance", () => {
  let counts: LocalCounts;
  beforeEach(() => {
    counts = new LocalCounts();
  });

  test("a late answer of yesterday does not change today's count", () => {
    counts.hit(bucket("a"), 1, 6);
    counts.update(bucket("a"), told(0, 5));
    counts.defer(bucket("a"), 2, 5);

    expect(counts.peek(bucket("a"), 6)).toMatchObject({ isAdmitted: true, remaining: 2, day: 6 });
    expect(counts.pending(6)).toEqual([]);
  });

  test("the store's figure and pending counts add up, also while they are sent", () => {
    const ten = bucket("a", 10);
    const left = () => counts.peek(ten, 5).remaining;
    counts.hit(ten, 3, 5);
    counts.defer(ten, 3, 5);
    counts.update(ten, told(8, 5));
    expect(left()).toBe(5);

    expect(counts.takePending(ten, 5)).toBe(3);
    counts.update(ten, told(7, 5));
    expect(left()).toBe(4);

    counts.acknowledge(ten, 3, 5);
    counts.update(ten, told(4, 5));
    expect(left()).toBe(4);
  });
});
