import "server-only";
import { Redis } from "@upstash/redis";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/connect.ts";
import { log } from "../log.ts";
import { databaseLimiter } from "./database.ts";
import { withFallback, type SteadyLimiter } from "./fallback.ts";
import type { Limiter, LimitStore, Versions } from "./limiter.ts";
import { withRefusalCache } from "./refusal-cache.ts";
import { reasonOf, upstashLimiter } from "./upstash.ts";
import { withHistory } from "./usage.ts";
import { withVersions } from "./versions.ts";

/** A limiter with its store and all that stands between them. */
export interface Counting {
  readonly limiter: Limiter;
  /** False while this instance counts by itself. */
  isStoreReachable(): boolean;
  /** Ends when the database has all that was counted of keys and accounts, or can't be told. */
  record(): Promise<void>;
  close(): Promise<void>;
}

const deadlineMilliseconds = 300;
const retryMilliseconds = 1_000;
/** A late answer is waited for that long: it says whether the request was counted. */
const patienceMilliseconds = 6_000;

/** One statement counts, tells the versions and keeps the history of keys. */
export function countInDatabase(database: Database, now: Clock): Counting {
  const steady = steadied(databaseLimiter(database, now), { name: "the database", mayForget: false }, now);
  return {
    limiter: withRefusalCache(steady, now),
    isStoreReachable: () => steady.isStoreReachable,
    record: () => Promise.resolve(),
    close: () => steady.close(),
  };
}

/** Versions come from the database beside each count, and the history of keys is written there once a second. */
export function countInUpstash(
  { url, token }: { url: string; token: string },
  database: Database,
  now: Clock,
  readVersions: () => Promise<Versions | null>,
): Counting {
  const redis = new Redis({
    url,
    token,
    // `false` would mean one retry, and a request that is sent again may be counted twice.
    retry: { retries: 0 },
    enableAutoPipelining: true,
    enableTelemetry: false,
    readYourWrites: false,
    signal: () => AbortSignal.timeout(patienceMilliseconds),
  });
  const steady = steadied(upstashLimiter(redis), { name: "Upstash Redis", mayForget: true }, now);
  const history = withHistory(withVersions(steady, readVersions), database);
  let isWritten = true;
  const written = () => {
    if (!isWritten) log.info("The use of keys is written again.");
    isWritten = true;
  };
  const notWritten = (error: unknown) => {
    if (isWritten)
      log.warn({ err: error }, "The use of keys is not written; it is kept, and tried again every second.");
    isWritten = false;
  };
  const flush = () => history.flush().then(written, notWritten);
  const flushing = setInterval(() => void flush(), 1000).unref();
  // The first may be one that was under way, and has not everything.
  const record = () => flush().then(flush);
  return {
    limiter: withRefusalCache(history, now),
    isStoreReachable: () => steady.isStoreReachable,
    record,
    close: async () => {
      clearInterval(flushing);
      await steady.close();
      await record();
    },
  };
}

function steadied(
  store: LimitStore,
  { name, mayForget }: { name: string; mayForget: boolean },
  now: Clock,
): SteadyLimiter {
  return withFallback(store, {
    now,
    deadlineMilliseconds,
    retryMilliseconds,
    mayForget,
    watch: {
      failed: (error) =>
        log.error(
          { reason: reasonOf(error) },
          `Limits can't be counted in ${name}: this instance counts by itself until it is back.`,
        ),
      recovered: (counted) => log.info({ counted }, `Limits are counted in ${name} again.`),
    },
  });
}
