import "server-only";
import { tooBusy } from "./too-busy.ts";

interface Limits {
  /** Node has four threads for this, for files and for compression: passwords leave two of them free. */
  readonly running: number;
  /** That wait. */
  readonly perAddress: number;
  readonly total: number;
}

const usualLimits: Limits = { running: 2, perAddress: 10, total: 50 };

interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

/** Who hashes next: the client addresses take turns, so that many tries from one keep no other waiting. */
export class HashingQueue {
  readonly #limits: Limits;
  /** By address. The first address has the next turn. */
  readonly #lines = new Map<string, Waiting[]>();
  /** Whose passwords are being hashed: of one address, one at a time, so that it can't have every processor. */
  readonly #running = new Set<string>();
  #waiting = 0;

  constructor(limits = usualLimits) {
    this.#limits = limits;
  }

  /** @throws AppError 503, without calling `hash`, where too many wait already. */
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

  /** The longest line gives its last place up to a shorter one: few addresses can't shut all others out. */
  #makeRoom(wanted: number): void {
    const longest = [...this.#lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= wanted) throw tooBusy();
    longest.pop()?.refuse(tooBusy());
    this.#waiting -= 1;
  }

  /** The place that has become free goes to the next address, whose others then wait behind all others. */
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
