import "server-only";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import type { Bucket, Limiter, Tally } from "./limiter.ts";

const dayMilliseconds = 86_400_000;

interface Counted {
  success?: boolean;
  limit: number;
  remaining: number;
  reset: number;
}

/** Counts in Upstash Redis. It knows nothing of versions: see `withVersions`. */
export function upstashLimiter(redis: Redis): Limiter {
  const windows = new Map<number, Ratelimit>();
  const atTurnsEnd = turnsEnd();

  function windowOf(limit: number): Ratelimit {
    let window = windows.get(limit);
    if (!window) {
      window = new Ratelimit({
        redis,
        limiter: Ratelimit.fixedWindow(limit, "1 d"),
        prefix: "theatre-listings",
        // Both are unbounded or wrong here: a map of every blocked caller, and a time-out that admits with limit 0.
        ephemeralCache: false,
        timeout: 0,
      });
      windows.set(limit, window);
    }
    return window;
  }

  async function tally(bucket: Bucket, counted: Promise<Counted>): Promise<Tally> {
    const { success, limit, remaining, reset } = await counted;
    // A Redis that answers nonsense must not become a NaN in a header, nor let everyone pass.
    if (
      limit !== bucket.limit ||
      !Number.isSafeInteger(remaining) ||
      remaining > limit ||
      !Number.isSafeInteger(reset)
    ) {
      throw new Error("Upstash Redis gave no usable count.");
    }
    return { isAdmitted: success ?? remaining > 0, remaining, day: reset / dayMilliseconds - 1, versions: null };
  }

  return {
    hit: (bucket, times = 1) =>
      atTurnsEnd(() => tally(bucket, windowOf(bucket.limit).limit(bucket.subject, { rate: times }))),
    peek: (bucket) => atTurnsEnd(() => tally(bucket, windowOf(bucket.limit).getRemaining(bucket.subject))),
  };
}

/**
 * Starts what one turn of the event loop asks for together, so that the client's pipelining,
 * which gathers for less than a turn, makes one HTTP request of it instead of one each.
 */
function turnsEnd(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let waiting: (() => void)[] = [];
  const start = () => {
    const together = waiting;
    waiting = [];
    for (const begin of together) begin();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.push(() => void work().then(resolve, reject)) === 1) setImmediate(start);
    });
}
