import "server-only";
import { utcDay, type Clock } from "../clock.ts";
import type { Bucket, Tally } from "./limiter.ts";

const secondMilliseconds = 1_000;

/**
 * Who was refused within this second. A day gives nothing back, so they are refused still, and a flood of
 * requests costs the store nothing but one question a second.
 */
export class Refused {
  readonly #now: Clock;
  readonly #tallies = new Map<string, Tally>();
  #second = 0;

  constructor(now: Clock) {
    this.#now = now;
  }

  note({ subject, limit }: Bucket, tally: Tally): void {
    // One of another day came over midnight, and says nothing of now.
    if (tally.day === utcDay(this.#now())) this.#tallies.set(nameOf(subject, limit), tally);
  }

  recall({ subject, limit }: Bucket): Tally | undefined {
    const second = Math.floor(this.#now() / secondMilliseconds);
    if (second !== this.#second) this.#tallies.clear();
    this.#second = second;
    return this.#tallies.size === 0 ? undefined : this.#tallies.get(nameOf(subject, limit));
  }
}

function nameOf(subject: string, limit: number): string {
  return `${limit} ${subject}`;
}
