import "server-only";
import { randomInt } from "node:crypto";

const kept = 32;

/** The durations of the last password checks, in milliseconds. */
export class RecentDurations {
  readonly #durations: number[] = [];
  #next = 0;

  note(milliseconds: number): void {
    this.#durations[this.#next] = milliseconds;
    this.#next = (this.#next + 1) % kept;
  }

  /** A random one of them; null before the first. */
  draw(): number | null {
    const { length } = this.#durations;
    return length === 0 ? null : (this.#durations[randomInt(length)] ?? null);
  }
}
