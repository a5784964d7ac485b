import "server-only";
import { utcDay, type Clock } from "../clock.ts";
import type { Bucket, Limiter, Tally } from "./limiter.ts";

const secondMilliseconds = 1_000;

/**
 * Repeats the refusal of an anonymous caller for the rest of the second. Quota never returns within a day, so the
 * refusal still holds, and a flood of requests costs the store one call a second.
 */
export function withRefusalCache(limiter: Limiter, now: Clock): Limiter {
  const refusals = new Map<string, Tally>();
  let cachedSecond = 0;

  function cached(bucket: Bucket): Tally | undefined {
    const second = Math.floor(now() / secondMilliseconds);
    if (second !== cachedSecond) refusals.clear();
    cachedSecond = second;
    return refusals.size === 0 ? undefined : refusals.get(nameOf(bucket));
  }

  async function hitAnonymous(bucket: Bucket): Promise<Tally> {
    const known = cached(bucket);
    if (known) return known;
    const tally = await limiter.hit(bucket);
    // A tally of the previous day arrived after midnight and does not apply today.
    if (!tally.isAdmitted && tally.day === utcDay(now())) refusals.set(nameOf(bucket), tally);
    return tally;
  }

  return {
    hit: (bucket) => (bucket.isAnonymous ? hitAnonymous(bucket) : limiter.hit(bucket)),
    peek: (bucket) => limiter.peek(bucket),
  };
}

function nameOf({ subject, limit }: Bucket): string {
  return `${limit} ${subject}`;
}
