import "server-only";
import { utcDay, type Clock } from "../../core/clock.ts";
import { withTimeout } from "../../core/promises.ts";
import { LocalCounts } from "./local-counts.ts";
import type { Bucket, LimitStore, RateLimitResult } from "./limiter.ts";

export interface FallbackOptions {
  now: Clock;
  /** Notified when the store is lost and when it is back, once each. */
  events: { failed(error: unknown): void; recovered(counted: number): void };
  /** How long a request waits for the store. */
  deadlineMilliseconds: number;
  /** How often a lost store is probed. */
  retryMilliseconds: number;
  /** The store may lose counts, as an emptied Redis: the higher figure known to this instance then applies. */
  mayForget?: boolean;
}

/**
 * Counts in this instance, from the last known figures, while the store is unreachable. Adds those counts to the store
 * when it is back (contract §3).
 *
 * @param store must settle every call eventually: the store counts as recovered only once no late answer can still
 * report a count.
 * @returns a limiter that answers in any state of its store, and reports whether the store is reachable.
 */
export function withFallback(store: LimitStore, options: FallbackOptions) {
  const { now, events, deadlineMilliseconds, retryMilliseconds, mayForget = false } = options;
  const local = new LocalCounts();
  let isStoreReachable = true;
  let isClosing = false;
  let unacknowledged = 0;
  let retry: NodeJS.Timeout | undefined;

  /** Not an async function, nor are those below: every request passes here, and each would cost it a promise more. */
  function ask(bucket: Bucket, times: number): Promise<RateLimitResult> {
    if (!isStoreReachable) {
      local.defer(bucket, times, utcDay(now()));
      return Promise.resolve(countHere(bucket, times));
    }
    // Sends pending counts first, in the same turn, so that the store counts them first.
    void replay(bucket);
    return tryStore(askStore(bucket, times), bucket, times, countHere);
  }

  const countHere = (bucket: Bucket, times: number) => local.hit(bucket, times, utcDay(now()));

  function askStore(bucket: Bucket, times: number): Promise<RateLimitResult> {
    const storeCount = times > 0 ? store.hit(bucket, times) : store.peek(bucket);
    if (!mayForget) return storeCount;
    const known = local.countedInStore(bucket, utcDay(now()));
    return storeCount.then((result) => local.restore(bucket, result, times, known));
  }

  /** @param otherwise gives the result when the store does not answer in time. */
  function tryStore<Other>(
    counting: Promise<RateLimitResult>,
    bucket: Bucket,
    times: number,
    otherwise: (bucket: Bucket, times: number) => Other,
  ): Promise<RateLimitResult | Other> {
    const day = utcDay(now());
    return withTimeout(deadlineMilliseconds, counting).then(
      (result) => {
        local.update(bucket, result);
        return result;
      },
      (error: unknown) => {
        markDown(error);
        acknowledgeLate(counting, bucket, times, day);
        return otherwise(bucket, times);
      },
    );
  }

  /** A late answer means that the store has counted; only what it has not counted stays pending. */
  function acknowledgeLate(lateCount: Promise<RateLimitResult>, bucket: Bucket, times: number, day: number): void {
    unacknowledged += 1;
    const settled = lateCount.then(
      (result) => local.update(bucket, result),
      () => local.defer(bucket, times, day),
    );
    void settled.finally(() => (unacknowledged -= 1));
  }

  function markDown(error: unknown): void {
    if (!isStoreReachable) return;
    isStoreReachable = false;
    events.failed(error);
    scheduleRetry();
  }

  function scheduleRetry(): void {
    if (isClosing) return;
    retry = setTimeout(() => void reconnect(), retryMilliseconds);
    retry.unref();
  }

  async function reconnect(): Promise<void> {
    if (!(await isBack()) || unacknowledged > 0) {
      scheduleRetry();
      return;
    }
    isStoreReachable = true;
    const pending = local.pending(utcDay(now()));
    events.recovered(pending.reduce((sum, { pending }) => sum + pending, 0));
    while (pending.length > 0 && isStoreReachable) {
      await Promise.all(pending.splice(0, replayBatchSize).map(async ({ bucket }) => replay(bucket)));
    }
  }

  /** Probes by counting, because a store that can be read but not written can't count. */
  function isBack(): Promise<boolean> {
    return withTimeout(deadlineMilliseconds, store.hit(probe)).then(
      () => true,
      () => false,
    );
  }

  /** Does nothing without pending counts, which is the usual case. */
  function replay(bucket: Bucket): Promise<RateLimitResult | null> | undefined {
    const day = utcDay(now());
    const times = local.takePending(bucket, day);
    if (times === 0) return undefined;
    const storeCount = store.hit(bucket, times);
    const acknowledge = () => local.acknowledge(bucket, times, day);
    // Before any other listener of this answer, which already includes these counts.
    storeCount.then(acknowledge, acknowledge);
    return tryStore(storeCount, bucket, times, () => null);
  }

  return {
    hit: (bucket: Bucket) => ask(bucket, 1),
    peek: (bucket: Bucket) => ask(bucket, 0),
    get isStoreReachable() {
      return isStoreReachable;
    },
    /** Stops probing a lost store, after a last attempt. */
    close: async () => {
      isClosing = true;
      clearTimeout(retry);
      if (!isStoreReachable) await reconnect();
    },
  };
}

const replayBatchSize = 500;
const probe: Bucket = { tier: "public", subject: "probe", limit: 1 };
