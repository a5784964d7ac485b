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
});
