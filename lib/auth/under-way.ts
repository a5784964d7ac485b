import "server-only";
import { tooBusy } from "./too-busy.ts";

/** How much is under way for each client address. */
export class UnderWay {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  /** @param max for one address at the same time. */
  constructor(max: number) {
    this.#max = max;
  }

  /** @throws AppError 503, without calling `work`, where too much is under way for the address. */
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
