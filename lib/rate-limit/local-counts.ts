import "server-only";
import { LRUCache } from "lru-cache";
import type { Bucket, Tally } from "./limiter.ts";

interface Count {
  bucket: Bucket;
  day: number;
  used: number;
  /** Counted here and not yet in the store. */
  owed: number;
  /** Sent to the store, without an answer yet. */
  underWay: number;
  /** Counts that the store had and has lost. */
  lost: number;
}

const maxCounts = 100_000;

/** This instance's counts of each bucket, in bounded memory: the least recently used is dropped first. */
export class LocalCounts {
  readonly #counts = new LRUCache<string, Count>({ max: maxCounts });

  /** Takes over a figure from the store. */
  learn(bucket: Bucket, tally: Tally): void {
    if (this.#isOver(bucket, tally.day)) return;
    const count = this.#count(bucket, tally.day);
    // Answers may arrive out of order, and a bucket only fills. Counts unknown to the store are added.
    count.used = Math.max(count.used, bucket.limit - tally.remaining + count.owed + count.underWay);
  }

  /** How many of the bucket's requests of that day the store is known to have counted. */
  knownOf({ subject }: Bucket, day: number): number {
    const count = this.#counts.peek(subject);
    return count?.day === day ? count.used - count.owed - count.underWay : 0;
  }

  /**
   * The store's answer plus the counts it has lost. A bucket only fills, so a figure below the one known before the call
   * means that the store has lost counts, and its further answers of that day lack as many.
   *
   * @param known `knownOf`, before the call.
   */
  restore(bucket: Bucket, tally: Tally, times: number, known: number): Tally {
    const count = this.#counts.peek(bucket.subject);
    if (!tally.isAdmitted || !count || count.day !== tally.day) return tally;
    const used = bucket.limit - tally.remaining;
    count.lost = Math.max(count.lost, known + times - used);
    if (count.lost === 0) return tally;
    const remaining = bucket.limit - used - count.lost;
    return { ...tally, isAdmitted: times > 0 ? remaining >= 0 : remaining > 0, remaining: Math.max(0, remaining) };
  }

  hit(bucket: Bucket, times: number, day: number): Tally {
    const count = this.#count(bucket, day);
    const isAdmitted = count.used + times <= bucket.limit;
    if (isAdmitted) count.used += times;
    return tallyOf(count, isAdmitted);
  }

  peek(bucket: Bucket, day: number): Tally {
    const count = this.#count(bucket, day);
    return tallyOf(count, count.used < bucket.limit);
  }

  /** Records counts to be sent to the store when it is back. */
  owe(bucket: Bucket, times: number, day: number): void {
    if (times > 0 && !this.#isOver(bucket, day)) this.#count(bucket, day).owed += times;
  }

  /** Takes the pending counts of a bucket to send them; call `settle` afterwards. */
  takeOwed(bucket: Bucket, day: number): number {
    const count = this.#counts.peek(bucket.subject);
    if (!count || count.day !== day) return 0;
    const { owed } = count;
    count.owed = 0;
    count.underWay += owed;
    return owed;
  }

  /** The store has answered the counts of `takeOwed`, with any result. */
  settle(bucket: Bucket, times: number, day: number): void {
    const count = this.#counts.peek(bucket.subject);
    if (count && count.day === day) count.underWay = Math.max(0, count.underWay - times);
  }

  /** The buckets of that day with pending counts. */
  debts(day: number): { bucket: Bucket; owed: number }[] {
    return [...this.#counts.values()].filter((count) => count.owed > 0 && count.day === day);
  }

  #isOver(bucket: Bucket, day: number): boolean {
    return (this.#counts.peek(bucket.subject)?.day ?? day) > day;
  }

  #count(bucket: Bucket, day: number): Count {
    let count = this.#counts.get(bucket.subject);
    if (!count || count.day !== day) count = { bucket, day, used: 0, owed: 0, underWay: 0, lost: 0 };
    // Its limit may have changed.
    count.bucket = bucket;
    this.#counts.set(bucket.subject, count);
    return count;
  }
}

function tallyOf(count: Count, isAdmitted: boolean): Tally {
  const remaining = isAdmitted ? Math.max(0, count.bucket.limit - count.used) : 0;
  return { isAdmitted, remaining, day: count.day, versions: null };
}
