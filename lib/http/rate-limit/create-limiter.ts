import "server-only";
import { utcDay, type Clock } from "../../core/clock.ts";
import type { Bucket, Limiter, RateLimitResult, LimitStore } from "./limiter.ts";
import type { Database } from "../../db/database.ts";
import { log } from "../../core/log.ts";
import { databaseLimiter } from "./database.ts";
import { withFallback } from "./fallback.ts";

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

const deadlineMilliseconds = 300;
/** How often a lost store is probed, unless the caller says otherwise. */
export const usualRetryMilliseconds = 1_000;

/** A limiter with its store: one statement counts, returns the versions and keeps the history of keys. */
export function createDatabaseLimiter(database: Database, now: Clock, retryMilliseconds = usualRetryMilliseconds) {
  const store = { name: "the database", mayForget: false, retryMilliseconds };
  const steady = createResilientLimiter(databaseLimiter(database, now), store, now);
  return {
    limiter: withRefusalCache(steady, now),
    isStoreReachable: () => steady.isStoreReachable,
    flushUsage: () => Promise.resolve(),
    close: () => steady.close(),
  };
}

/** Logs when the store is lost and found again. @param store.mayForget see `withFallback`. */
export function createResilientLimiter(
  store: LimitStore,
  { name, mayForget, retryMilliseconds }: { name: string; mayForget: boolean; retryMilliseconds: number },
  now: Clock,
) {
  return withFallback(store, {
    now,
    deadlineMilliseconds,
    retryMilliseconds,
    mayForget,
    events: {
      failed: (error) =>
        log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          `Limits can't be counted in ${name}: this instance counts by itself until it is back.`,
        ),
      recovered: (counted) => log.info({ counted }, `Limits are counted in ${name} again.`),
    },
  });
}
