import "server-only";
import { utcDay, type Clock } from "../core/clock.ts";
import type { Bucket, Limiter, RateLimitResult } from "./limiter.ts";

const secondMilliseconds = 1_000;

/**
 * Repeats the refusal of an anonymous caller for the rest of the second. Quota never returns within a day, so the
 * refusal still holds, and a flood of requests costs the store one call a second.
 */
export function withRefusalCache(limiter: Limiter, now: Clock): Limiter {
  const refusals = new Map<string, RateLimitResult>();
  let cachedSecond = 0;

  function cached(bucket: Bucket): RateLimitResult | undefined {
    const second = Math.floor(now() / secondMilliseconds);
    if (second !== cachedSecond) refusals.clear();
    cachedSecond = second;
    return refusals.size === 0 ? undefined : refusals.get(nameOf(bucket));
  }

  function hitAnonymous(bucket: Bucket): Promise<RateLimitResult> {
    const known = cached(bucket);
    if (known) return Promise.resolve(known);
    return limiter.hit(bucket).then((result) => {
      // A refusal of the previous day that arrives after midnight does not apply today.
      if (!result.isAdmitted && result.day === utcDay(now())) refusals.set(nameOf(bucket), result);
      return result;
    });
  }

  return {
    hit: (bucket) => (bucket.isAnonymous ? hitAnonymous(bucket) : limiter.hit(bucket)),
    peek: (bucket) => limiter.peek(bucket),
  };
}

function nameOf({ subject, limit }: Bucket): string {
  return `${limit} ${subject}`;
}
