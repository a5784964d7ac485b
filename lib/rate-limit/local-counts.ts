import "server-only";
import { LRUCache } from "lru-cache";
import type { Bucket, Tally } from "./limiter.ts";

interface Count {
  bucket: Bucket;
  day: number;
  used: number;
  /** Counted here and not in the store. */
  owed: number;
  /** Of what was owed: the store is being told, and has not answered. */
  underWay: number;
  /** Of what the store had counted: it does not know of it any more. */
  lost: number;
}

const maxCounts = 100_000;

/** What this instance knows of each bucket, in bounded memory: the least recently asked is forgotten first. */
export class LocalCounts {
  readonly #counts = new LRUCache<string, Count>({ max: maxCounts });

  /** Takes over a figure from the store. */
  learn(bucket: Bucket, tally: Tally): void {
    if (this.#isOver(bucket, tally.day)) return;
    const count = this.#count(bucket, tally.day);
    // Answers overtake each other; a bucket only ever fills. What the store has not been told of comes on top.
    count.used = Math.max(count.used, bucket.limit - tally.remaining + count.owed + count.underWay);
  }

  /** How many of the bucket's requests of that day the store is known to have counted. */
  knownOf({ subject }: Bucket, day: number): number {
    const count = this.#counts.peek(subject);
    return count?.day === day ? count.used - count.owed - count.underWay : 0;
  }

  /**
   * What the store says, with what it has lost: a bucket only ever fills, so where it says less than was known
   * before it was asked, it has lost counts, and its further answers of that day lack as many.
   *
   * @param known `knownOf`, before the question.
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

  /** Notes what the store is to be told of when it is back. */
  owe(bucket: Bucket, times: number, day: number): void {
    if (times > 0 && !this.#isOver(bucket, day)) this.#count(bucket, day).owed += times;
  }

  /** What the store does not know of a bucket, and is now told; `settle` says when that is over. */
  takeOwed(bucket: Bucket, day: number): number {
    const count = this.#counts.peek(bucket.subject);
    if (!count || count.day !== day) return 0;
    const { owed } = count;
    count.owed = 0;
    count.underWay += owed;
    return owed;
  }

  /** The store has answered what `takeOwed` gave, whatever it said. */
  settle(bucket: Bucket, times: number, day: number): void {
    const count = this.#counts.peek(bucket.subject);
    if (count && count.day === day) count.underWay = Math.max(0, count.underWay - times);
  }

  /** The buckets of that day which the store does not know everything of. */
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
