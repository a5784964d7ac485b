import "server-only";
import { tooBusy } from "./too-busy.ts";

interface QueueLimits {
  /** How many run at once. Node has four threads for hashing, files and compression; two stay free. */
  readonly running: number;
  /** How many may wait, per address and in all. */
  readonly perAddress: number;
  readonly total: number;
}

const defaultQueueLimits: QueueLimits = { running: 2, perAddress: 10, total: 50 };

interface QueuedHash {
  start(): void;
  refuse(error: Error): void;
}

/** Decides who hashes next: client addresses take turns, so that many attempts from one address delay no other. */
export class HashingQueue {
  readonly #limits: QueueLimits;
  /** By address. The first address is next. */
  readonly #lines = new Map<string, QueuedHash[]>();
  /** Addresses whose passwords are being hashed: one at a time each, so that no address takes every thread. */
  readonly #running = new Set<string>();
  #waiting = 0;

  constructor(limits = defaultQueueLimits) {
    this.#limits = limits;
  }

  /** @throws AppError 503, without calling `hash`, when too many are waiting. */
  async run<Value>(address: string, hash: () => Promise<Value>): Promise<Value> {
    if (this.#running.size >= this.#limits.running || this.#running.has(address)) await this.#turn(address);
    else this.#running.add(address);
    try {
      return await hash();
    } finally {
      this.#running.delete(address);
      this.#next();
    }
  }

  #turn(address: string): Promise<void> {
    const line = this.#lines.get(address) ?? [];
    if (line.length >= this.#limits.perAddress) throw tooBusy();
    if (this.#waiting >= this.#limits.total) this.#makeRoom(line.length + 1);
    this.#lines.set(address, line);
    this.#waiting += 1;
    return new Promise((start, refuse) => line.push({ start, refuse }));
  }

  /** The longest queue gives its last place to a shorter one, so that a few addresses can't shut out all others. */
  #makeRoom(wanted: number): void {
    const longest = [...this.#lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= wanted) throw tooBusy();
    longest.pop()?.refuse(tooBusy());
    this.#waiting -= 1;
  }

  /** Starts the next address's first; the rest of that address then wait behind all others. */
  #next(): void {
    for (const [address, line] of this.#lines) {
      if (this.#running.has(address)) continue;
      this.#lines.delete(address);
      const next = line.shift();
      if (line.length > 0) this.#lines.set(address, line);
      this.#waiting -= 1;
      this.#running.add(address);
      next?.start();
      return;
    }
  }
}
