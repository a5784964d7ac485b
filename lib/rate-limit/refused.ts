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
    const at = this.#now();
    this.#turnTo(at);
    // One of another day came over midnight, and says nothing of now.
    if (tally.day === utcDay(at)) this.#tallies.set(`${limit} ${subject}`, tally);
  }

  recall({ subject, limit }: Bucket): Tally | undefined {
    this.#turnTo(this.#now());
    return this.#tallies.size === 0 ? undefined : this.#tallies.get(`${limit} ${subject}`);
  }

  #turnTo(at: number): void {
    const second = Math.floor(at / secondMilliseconds);
    if (second === this.#second) return;
    this.#second = second;
    if (this.#tallies.size > 0) this.#tallies.clear();
  }
}
