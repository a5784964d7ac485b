import "server-only";
import { Redis } from "@upstash/redis";
import type { Clock } from "../../core/clock.ts";
import { log } from "../../core/log.ts";
import type { Database } from "../../db/database.ts";
import { createResilientLimiter, usualRetryMilliseconds, withRefusalCache } from "./create-limiter.ts";
import { sendsTokenUnencrypted, upstashLimiter, upstashRequester } from "./upstash.ts";
import { withHistory } from "./usage.ts";
import { withVersions, type VersionReader } from "./versions.ts";

/** How long a late answer is awaited, because it tells whether the request was counted. */
const timeoutMilliseconds = 6_000;

/** Sends the commands of one turn in one request. Upstash's class has this only as a setting of its own requester. */
class PipeliningRedis extends Redis {
  readonly pipelined = this.autoPipeline();
}

/**
 * A limiter that counts in Redis, loaded only where that is set. The database returns the versions beside each count, and
 * gets the history of keys once a second.
 */
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
