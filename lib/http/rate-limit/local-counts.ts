import "server-only";
import { LRUCache } from "lru-cache";
import type { Bucket, RateLimitResult } from "./limiter.ts";

interface LocalCount {
  bucket: Bucket;
  day: number;
  used: number;
  /** Counted here and not yet in the store. */
  pending: number;
  /** Sent to the store, without an answer yet. */
  inFlight: number;
  /** Counts that the store had and has lost. */
  lost: number;
}

const maxCounts = 100_000;

/** This instance's counts of each bucket, in bounded memory: the least recently used is dropped first. */
export class LocalCounts {
  readonly #counts = new LRUCache<string, LocalCount>({ max: maxCounts });

  /** Takes over a figure from the store. */
  update(bucket: Bucket, result: RateLimitResult): void {
    if (this.#isOver(bucket, result.day)) return;
    const count = this.#count(bucket, result.day);
    // Answers may arrive out of order, and a bucket only fills. Counts unknown to the store are added.
    count.used = Math.max(count.used, bucket.limit - result.remaining + count.pending + count.inFlight);
  }

  /** How many of the bucket's requests of that day the store is known to have counted. */
  countedInStore({ subject }: Bucket, day: number): number {
    const count = this.#counts.peek(subject);
    return count?.day === day ? count.used - count.pending - count.inFlight : 0;
  }

  /**
   * The store's answer plus the counts it has lost. A bucket only fills, so a figure below the one known before the call
   * means that the store has lost counts, and its further answers of that day lack as many.
   *
   * @param known `countedInStore`, before the call.
   */
  restore(bucket: Bucket, result: RateLimitResult, times: number, known: number): RateLimitResult {
    const count = this.#counts.peek(bucket.subject);
    if (!result.isAdmitted || !count || count.day !== result.day) return result;
    const used = bucket.limit - result.remaining;
    count.lost = Math.max(count.lost, known + times - used);
    if (count.lost === 0) return result;
    const remaining = bucket.limit - used - count.lost;
    return { ...result, isAdmitted: times > 0 ? remaining >= 0 : remaining > 0, remaining: Math.max(0, remaining) };
  }

  /** @param times 0 for a peek. */
  hit(bucket: Bucket, times: number, day: number): RateLimitResult {
    const count = this.#count(bucket, day);
    const isAdmitted = count.used + Math.max(1, times) <= bucket.limit;
    if (isAdmitted) count.used += times;
    return { isAdmitted, remaining: isAdmitted ? bucket.limit - count.used : 0, day, versions: null };
  }

  /** Records counts to be sent to the store when it is back. */
  defer(bucket: Bucket, times: number, day: number): void {
    if (times > 0 && !this.#isOver(bucket, day)) this.#count(bucket, day).pending += times;
  }

  /** Takes the pending counts of a bucket to send them; call `acknowledge` afterwards. */
  takePending(bucket: Bucket, day: number): number {
    const count = this.#counts.peek(bucket.subject);
    if (!count || count.day !== day) return 0;
    const { pending } = count;
    count.pending = 0;
    count.inFlight += pending;
    return pending;
  }

  /** The store has answered the counts of `takePending`, with any result. */
  acknowledge(bucket: Bucket, times: number, day: number): void {
    const count = this.#counts.peek(bucket.subject);
    if (count && count.day === day) count.inFlight = Math.max(0, count.inFlight - times);
  }

  pending(day: number): { bucket: Bucket; pending: number }[] {
    return [...this.#counts.values()].filter((count) => count.pending > 0 && count.day === day);
  }

  #isOver(bucket: Bucket, day: number): boolean {
    return (this.#counts.peek(bucket.subject)?.day ?? day) > day;
  }

  #count(bucket: Bucket, day: number): LocalCount {
    let count = this.#counts.get(bucket.subject);
    if (!count || count.day !== day) count = { bucket, day, used: 0, pending: 0, inFlight: 0, lost: 0 };
    // Its limit may have changed.
    count.bucket = bucket;
    this.#counts.set(bucket.subject, count);
    return count;
  }
}
