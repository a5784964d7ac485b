import "server-only";
import { randomInt } from "node:crypto";

const maxDurations = 32;

/** The durations of the last password checks, in milliseconds. */
export class RecentDurations {
  readonly #durations: number[] = [];
  #next = 0;

  add(milliseconds: number): void {
    this.#durations[this.#next] = milliseconds;
    this.#next = (this.#next + 1) % maxDurations;
  }

  /** A random one of them; null before the first. */
  sample(): number | null {
    const { length } = this.#durations;
    return length === 0 ? null : (this.#durations[randomInt(length)] ?? null);
  }
}
