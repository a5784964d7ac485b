import "server-only";
import { utcDay, type Clock } from "../clock.ts";
import { within } from "../within.ts";
import { LocalCounts } from "./local-counts.ts";
import type { Bucket, Limiter, Tally } from "./limiter.ts";

/** What the fallback reports, so that a person can be told once and not a thousand times. */
export interface Watch {
  failed(error: unknown): void;
  recovered(counted: number): void;
}

export interface FallbackOptions {
  now: Clock;
  watch: Watch;
  /** How long a request waits for the store. */
  deadlineMilliseconds: number;
  /** How often a lost store is asked whether it is back. */
  retryMilliseconds: number;
}

/** A limiter that answers whatever happens to its store, and says whether it still has it. */
export interface SteadyLimiter extends Limiter {
  readonly isStoreReachable: boolean;
  /** Ends the questions to a lost store. */
  close(): void;
}

/**
 * When the store can't be reached, this instance counts by itself, from the last figures
 * it knows. What it counted is added to the store when that is back (contract §3).
 */
export function withFallback(store: Limiter, options: FallbackOptions): SteadyLimiter {
  const { now, watch, deadlineMilliseconds, retryMilliseconds } = options;
  const local = new LocalCounts();
  let isStoreReachable = true;
  let retry: NodeJS.Timeout | undefined;

  async function ask(bucket: Bucket, times: number): Promise<Tally> {
    const countHere = () => (times > 0 ? local.hit(bucket, times, utcDay(now())) : local.peek(bucket, utcDay(now())));
    if (!isStoreReachable) return countHere();
    const asked = times > 0 ? store.hit(bucket, times) : store.peek(bucket);
    try {
      const tally = await within(deadlineMilliseconds, asked);
      local.learn(bucket, tally);
      return tally;
    } catch (error) {
      lose(error);
      // Too late for this request, but counted all the same: then it must not be counted again.
      asked.then(
        ({ day }) => local.owe(bucket, -times, day),
        () => undefined,
      );
      return countHere();
    }
  }

  function lose(error: unknown): void {
    if (!isStoreReachable) return;
    isStoreReachable = false;
    watch.failed(error);
    askAgainLater();
  }

  function askAgainLater(): void {
    retry = setTimeout(() => void bringBack(), retryMilliseconds);
    retry.unref();
  }

  /** Hands the store what was counted meanwhile; whoever asks during that is still counted here. */
  async function bringBack(): Promise<void> {
    try {
      // A hit, not a peek: a store that can be read but not written can't count.
      await within(deadlineMilliseconds, store.hit(probe));
      let counted = 0;
      for (;;) {
        const owed = local.takeOwed(utcDay(now()));
        if (owed.length === 0) break;
        for (const [index, { bucket, times }] of owed.entries()) {
          try {
            local.learn(bucket, await within(deadlineMilliseconds, store.hit(bucket, times)));
            counted += times;
          } catch (error) {
            for (const unsent of owed.slice(index)) local.owe(unsent.bucket, unsent.times, utcDay(now()));
            throw error;
          }
        }
      }
      isStoreReachable = true;
      watch.recovered(counted);
    } catch {
      askAgainLater();
    }
  }

  return {
    hit: (bucket, times = 1) => ask(bucket, times),
    peek: (bucket) => ask(bucket, 0),
    get isStoreReachable() {
      return isStoreReachable;
    },
    close: () => clearTimeout(retry),
  };
}

const probe: Bucket = { tier: "public", subject: "probe", limit: 1 };
