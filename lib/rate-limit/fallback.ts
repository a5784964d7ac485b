import "server-only";
import { utcDay, type Clock } from "../clock.ts";
import { within } from "../timeout.ts";
import { LocalCounts } from "./local-counts.ts";
import type { Bucket, Limiter, LimitStore, Tally } from "./limiter.ts";

/** Notified when the store is lost and when it is back, once each. */
export interface Watch {
  failed(error: unknown): void;
  recovered(counted: number): void;
}

export interface FallbackOptions {
  now: Clock;
  watch: Watch;
  /** How long a request waits for the store. */
  deadlineMilliseconds: number;
  /** How often a lost store is probed. */
  retryMilliseconds: number;
  /**
   * Set for a store that may lose counts, such as an emptied Redis: the higher figure known to this instance then
   * applies.
   */
  mayForget?: boolean;
}

/** A limiter that answers in any state of its store, and reports whether the store is reachable. */
export interface SteadyLimiter extends Limiter {
  readonly isStoreReachable: boolean;
  /** Stops probing a lost store, after a last attempt. */
  close(): Promise<void>;
}

/**
 * Counts in this instance, from the last known figures, while the store is unreachable. Adds those counts to the store
 * when it is back (contract §3).
 *
 * @param store must settle every call eventually: the store counts as recovered only once no late answer can still
 * report a count.
 */
export function withFallback(store: LimitStore, options: FallbackOptions): SteadyLimiter {
  const { now, watch, deadlineMilliseconds, retryMilliseconds, mayForget = false } = options;
  const local = new LocalCounts();
  let isStoreReachable = true;
  let isClosing = false;
  let unsettled = 0;
  let retry: NodeJS.Timeout | undefined;

  async function ask(bucket: Bucket, times: number): Promise<Tally> {
    if (isStoreReachable) {
      // Sends pending counts first, in the same turn, so that the store counts them first.
      void pay(bucket);
      const tally = await askStore(bucket, times);
      if (tally) return tally;
    } else {
      local.owe(bucket, times, utcDay(now()));
    }
    return times > 0 ? local.hit(bucket, times, utcDay(now())) : local.peek(bucket, utcDay(now()));
  }

  /** Null when the store does not answer in time. */
  function askStore(bucket: Bucket, times: number): Promise<Tally | null> {
    const asked = times > 0 ? store.hit(bucket, times) : store.peek(bucket);
    if (!mayForget) return heed(asked, bucket, times);
    const known = local.knownOf(bucket, utcDay(now()));
    const restored = asked.then((tally) => local.restore(bucket, tally, times, known));
    return heed(restored, bucket, times);
  }

  async function heed(asked: Promise<Tally>, bucket: Bucket, times: number): Promise<Tally | null> {
    const day = utcDay(now());
    try {
      const tally = await within(deadlineMilliseconds, asked);
      local.learn(bucket, tally);
      return tally;
    } catch (error) {
      lose(error);
      settleLater(asked, bucket, times, day);
      return null;
    }
  }

  /** A late answer means that the store has counted; only what it has not counted stays pending. */
  function settleLater(asked: Promise<Tally>, bucket: Bucket, times: number, day: number): void {
    unsettled += 1;
    const settled = asked.then(
      (tally) => local.learn(bucket, tally),
      () => local.owe(bucket, times, day),
    );
    void settled.finally(() => (unsettled -= 1));
  }

  function lose(error: unknown): void {
    if (!isStoreReachable) return;
    isStoreReachable = false;
    watch.failed(error);
    askAgainLater();
  }

  function askAgainLater(): void {
    if (isClosing) return;
    retry = setTimeout(() => void bringBack(), retryMilliseconds);
    retry.unref();
  }

  async function bringBack(): Promise<void> {
    if (!(await isBack()) || unsettled > 0) {
      askAgainLater();
      return;
    }
    isStoreReachable = true;
    const debts = local.debts(utcDay(now()));
    watch.recovered(debts.reduce((sum, { owed }) => sum + owed, 0));
    while (debts.length > 0 && isStoreReachable) {
      await Promise.all(debts.splice(0, debtsAtOnce).map(async ({ bucket }) => pay(bucket)));
    }
  }

  /** Probes by counting, because a store that can be read but not written can't count. */
  function isBack(): Promise<boolean> {
    return within(deadlineMilliseconds, store.hit(probe)).then(
      () => true,
      () => false,
    );
  }

  /** Does nothing without pending counts, which is the usual case. */
  function pay(bucket: Bucket): Promise<Tally | null> | undefined {
    const day = utcDay(now());
    const times = local.takeOwed(bucket, day);
    if (times === 0) return undefined;
    const asked = store.hit(bucket, times);
    const settle = () => local.settle(bucket, times, day);
    // Before any other listener of this answer, which already includes these counts.
    asked.then(settle, settle);
    return heed(asked, bucket, times);
  }

  return {
    hit: (bucket) => ask(bucket, 1),
    peek: (bucket) => ask(bucket, 0),
    get isStoreReachable() {
      return isStoreReachable;
    },
    close: async () => {
      isClosing = true;
      clearTimeout(retry);
      if (!isStoreReachable) await bringBack();
    },
  };
}

const debtsAtOnce = 500;
const probe: Bucket = { tier: "public", subject: "probe", limit: 1 };
