import "server-only";
import { tooBusy } from "./password.ts";

/** Counts the work in progress for each client address. */
export class InFlightLimit {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  /** @param max how much one address may have in progress. */
  constructor(max: number) {
    this.#max = max;
  }

  /** @throws AppError 503, without calling `work`, when the address has too much in progress. */
  async run<Value>(address: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#counts.get(address) ?? 0;
    if (before >= this.#max) throw tooBusy();
    this.#counts.set(address, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.#counts.get(address) ?? 1) - 1;
      if (left > 0) this.#counts.set(address, left);
      else this.#counts.delete(address);
    }
  }
}

/** How often a wait checks whether the caller is still connected. */
const lookMilliseconds = 1_000;

/**
 * Resolves after so many milliseconds, or soon after `isClientGone` reports that the caller has disconnected.
 *
 * @param isClientGone polled about once a second.
 */
export type Delay = (milliseconds: number, isGone: () => boolean) => Promise<void>;

/** Waits that take one timer each. When there are too many, the oldest one ends early. */
export class BoundedDelays {
  readonly #max: number;
  /** Oldest first. */
  readonly #ends = new Set<() => void>();

  constructor(max: number) {
    this.#max = max;
  }

  readonly wait: Delay = (milliseconds, isGone) => {
    const [oldest] = this.#ends;
    if (this.#ends.size >= this.#max) oldest?.();
    return new Promise((resolve) => {
      const until = performance.now() + milliseconds;
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        this.#ends.delete(end);
        resolve();
      };
      const look = () => {
        const left = until - performance.now();
        if (left <= 0 || isGone()) end();
        else timer = setTimeout(look, Math.min(left, lookMilliseconds));
      };
      this.#ends.add(end);
      look();
    });
  };
}
