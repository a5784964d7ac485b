import "server-only";
import { tooBusy } from "./hashing-queue.ts";

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
