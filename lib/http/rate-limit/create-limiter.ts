import "server-only";
import { utcDay, type Clock } from "../../core/clock.ts";
import type { Bucket, Limiter, RateLimitResult, LimitStore } from "./limiter.ts";
import { Redis } from "@upstash/redis";
import type { Database } from "../../db/database.ts";
import { log } from "../../core/log.ts";
import { databaseLimiter } from "./database.ts";
import { withFallback } from "./fallback.ts";
import { sendsTokenUnencrypted, upstashRequester, upstashLimiter } from "./upstash.ts";
import { withHistory } from "./usage.ts";
import { withVersions, type VersionReader } from "./versions.ts";

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
const usualRetryMilliseconds = 1_000;
/** How long a late answer is awaited, because it tells whether the request was counted. */
const timeoutMilliseconds = 6_000;

/** Sends the commands of one turn in one request. Upstash's class has this only as a setting of its own requester. */
class PipeliningRedis extends Redis {
  readonly pipelined = this.autoPipeline();
}

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

/** The same in Redis. The database returns the versions beside each count, and gets the history of keys once a second. */
export function createUpstashLimiter(
  { url, token }: { url: string; token: string },
  database: Database,
  now: Clock,
  readVersions: VersionReader,
  retryMilliseconds = usualRetryMilliseconds,
) {
  if (sendsTokenUnencrypted(url))
    log.warn("UPSTASH_REDIS_REST_URL is not https: its token is sent unencrypted. Use it only on a private network.");
  const redis = new PipeliningRedis(upstashRequester({ url, token, timeoutMilliseconds })).pipelined;
  const store = { name: "Upstash Redis", mayForget: true, retryMilliseconds };
  const steady = createResilientLimiter(upstashLimiter(redis), store, now);
  const history = withHistory(withVersions(steady, readVersions), database);
  let isWritten = true;
  const written = () => {
    if (!isWritten) log.info("The usage of keys is written again.");
    isWritten = true;
  };
  const notWritten = (error: unknown) => {
    if (isWritten) log.warn({ err: error }, "The usage of keys can't be written. It is kept and retried every second.");
    isWritten = false;
  };
  const flush = () => history.flush().then(written, notWritten);
  const flushing = setInterval(() => void flush(), 1000).unref();
  // The first flush may be one that was already in progress and lacks the latest counts.
  const record = () => flush().then(flush);
  return {
    limiter: withRefusalCache(history, now),
    isStoreReachable: () => steady.isStoreReachable,
    flushUsage: record,
    close: async () => {
      clearInterval(flushing);
      await steady.close();
      await record();
    },
  };
}

function createResilientLimiter(
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
