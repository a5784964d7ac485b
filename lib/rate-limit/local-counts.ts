import "server-only";
import type { Bucket, Tally } from "./limiter.ts";

interface Count {
  bucket: Bucket;
  day: number;
  used: number;
  /** Counted here and not yet in the store. */
  owed: number;
}

const countsKept = 100_000;

/** What this instance knows of each bucket, in bounded memory: the least recently asked is forgotten first. */
export class LocalCounts {
  readonly #counts = new Map<string, Count>();

  /** Takes over a figure from the store. */
  learn(bucket: Bucket, tally: Tally): void {
    if ((this.#counts.get(bucket.subject)?.day ?? 0) > tally.day) return;
    const count = this.#count(bucket, tally.day);
    // Answers overtake each other; a bucket only ever fills.
    count.used = Math.max(count.used, bucket.limit - tally.remaining);
  }

  hit(bucket: Bucket, times: number, day: number): Tally {
    const count = this.#count(bucket, day);
    const isAdmitted = count.used + times <= bucket.limit;
    if (isAdmitted) count.used += times;
    count.owed += times;
    return tallyOf(count, isAdmitted);
  }

  peek(bucket: Bucket, day: number): Tally {
    const count = this.#count(bucket, day);
    return tallyOf(count, count.used < bucket.limit);
  }

  /** @param times less than zero when the store, late, turns out to know of some after all. */
  owe(bucket: Bucket, times: number, day: number): void {
    const count = this.#count(bucket, day);
    count.owed = Math.max(0, count.owed + times);
  }

  /** Everything of that day which the store does not know, and from now on counts as known. */
  takeOwed(day: number): { bucket: Bucket; times: number }[] {
    const owed = [...this.#counts.values()].filter((count) => count.owed > 0 && count.day === day);
    return owed.map((count) => {
      const times = count.owed;
      count.owed = 0;
      return { bucket: count.bucket, times };
    });
  }

  #count(bucket: Bucket, day: number): Count {
    let count = this.#counts.get(bucket.subject);
    if (!count || count.day !== day) count = { bucket, day, used: 0, owed: 0 };
    this.#counts.delete(bucket.subject);
    this.#counts.set(bucket.subject, count);
    if (this.#counts.size > countsKept) this.#forgetOldest();
    return count;
  }

  #forgetOldest(): void {
    const oldest = this.#counts.keys().next().value;
    if (oldest !== undefined) this.#counts.delete(oldest);
  }
}

function tallyOf(count: Count, isAdmitted: boolean): Tally {
  const remaining = isAdmitted ? Math.max(0, count.bucket.limit - count.used) : 0;
  return { isAdmitted, remaining, day: count.day, versions: null };
}
