import "server-only";
import { utcDay, type Clock } from "../clock.ts";
import { within } from "../within.ts";
import { LocalCounts } from "./local-counts.ts";
import type { Bucket, Limiter, LimitStore, Tally } from "./limiter.ts";

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
  /** A store that may lose counts, as Redis does when it is emptied: then the higher figure holds that this instance knows. */
  mayForget?: boolean;
}

/** A limiter that answers whatever happens to its store, and says whether it still has it. */
export interface SteadyLimiter extends Limiter {
  readonly isStoreReachable: boolean;
  /** Ends the questions to a lost store, with a last one. */
  close(): Promise<void>;
}

/**
 * When the store can't be reached, this instance counts by itself, from the last figures
 * it knows. What it counted is added to the store when that is back (contract §3).
 *
 * @param store has to settle every question some time: nobody is told that it is back
 * while an answer may still come that says what has been counted.
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
      // First what is owed, in the same turn: then the store counts it first.
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

  /** An answer that comes too late says that the store has counted; only what it has not is owed to it. */
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

  /** Counts, not looks: a store that can be read but not written can't count. */
  function isBack(): Promise<boolean> {
    return within(deadlineMilliseconds, store.hit(probe)).then(
      () => true,
      () => false,
    );
  }

  /** Nothing where nothing is owed, as before nearly every request. */
  function pay(bucket: Bucket): Promise<Tally | null> | undefined {
    const day = utcDay(now());
    const times = local.takeOwed(bucket, day);
    if (times === 0) return undefined;
    const asked = store.hit(bucket, times);
    const settle = () => local.settle(bucket, times, day);
    // Before anybody else hears the answer, in which these are counted already.
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
