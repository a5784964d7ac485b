import { describe, expect, test } from "vitest";
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
  test("continue from the lowest figure of the store, and end at the limit", () => {
    const counts = new LocalCounts();
    counts.update(bucket("a"), told(1, 5));
    counts.update(bucket("a"), told(2, 5));

    expect(counts.hit(bucket("a"), 1, 5)).toMatchObject({ isAdmitted: true, remaining: 0 });
    expect(counts.peek(bucket("a"), 5)).toMatchObject({ isAdmitted: false, remaining: 0 });
    expect(counts.hit(bucket("a"), 1, 5)).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  test("a late answer of yesterday does not change today's count", () => {
    const counts = new LocalCounts();
    counts.hit(bucket("a"), 1, 6);
    counts.update(bucket("a"), told(0, 5));
    counts.defer(bucket("a"), 2, 5);

    expect(counts.peek(bucket("a"), 6)).toMatchObject({ isAdmitted: true, remaining: 2, day: 6 });
    expect(counts.pending(6)).toEqual([]);
  });

  test("pending counts are sent once, and only on their own day", () => {
    const counts = new LocalCounts();
    counts.defer(bucket("a"), 2, 5);
    counts.defer(bucket("b"), 0, 5);

    expect(counts.pending(5)).toMatchObject([{ bucket: { subject: "a" }, pending: 2 }]);
    expect([
      counts.takePending(bucket("a"), 6),
      counts.takePending(bucket("a"), 5),
      counts.takePending(bucket("a"), 5),
    ]).toEqual([0, 2, 0]);
  });

  test("the store's figure and pending counts add up, also while they are sent", () => {
    const counts = new LocalCounts();
    counts.hit(bucket("a", 10), 3, 5);
    counts.defer(bucket("a", 10), 3, 5);
    counts.update(bucket("a", 10), told(8, 5));
    expect(counts.peek(bucket("a", 10), 5).remaining).toBe(5);

    expect(counts.takePending(bucket("a", 10), 5)).toBe(3);
    counts.update(bucket("a", 10), told(7, 5));
    expect(counts.peek(bucket("a", 10), 5).remaining).toBe(4);

    counts.acknowledge(bucket("a", 10), 3, 5);
    counts.update(bucket("a", 10), told(4, 5));
    expect(counts.peek(bucket("a", 10), 5).remaining).toBe(4);
  });

  test("the least recent caller is dropped when there are too many", () => {
    const counts = new LocalCounts();
    counts.hit(bucket("first"), 3, 5);
    counts.hit(bucket("second"), 3, 5);
    counts.peek(bucket("first"), 5);
    for (let caller = 0; caller < 99_999; caller += 1) counts.hit(bucket(`other ${caller}`), 1, 5);

    expect(counts.peek(bucket("first"), 5).isAdmitted).toBe(false);
    expect(counts.peek(bucket("second"), 5).isAdmitted).toBe(true);
  });
});
