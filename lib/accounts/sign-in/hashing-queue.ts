import "server-only";
import { AppError } from "../../core/errors.ts";
import { FairTurns, networkOf, type Waiting } from "../../core/fair-turns.ts";

interface QueueLimits {
  /** How many run at once. Node has four threads for hashing, files and compression; one stays free. */
  readonly running: number;
  /** How many of these only known browsers may use; the others go to strangers first. */
  readonly reserved: number;
  /** How many strangers may wait, and how many known browsers: at eight hashes a second, the last waits five seconds. */
  readonly waiting: number;
}

const defaultQueueLimits: QueueLimits = { running: 3, reserved: 1, waiting: 40 };
const windowMilliseconds = 15 * 60_000;

export interface HashOptions {
  /**
   * The account that this browser signed in to before (`device-cookie.ts`); null for a stranger. It waits apart from
   * strangers, and its turns are counted on the account instead of the network.
   */
  knownAccount: string | null;
  /** Whether the caller is known to have disconnected; nothing is hashed for it then. */
  isGone: () => boolean;
}

interface QueuedHash extends Waiting {
  readonly isKnown: boolean;
  readonly isGone: () => boolean;
  start(): void;
  refuse(error: Error): void;
}

/**
 * Decides who hashes next: the network with the fewest attempts within 15 minutes, and in it the address with the fewest. When it is full, the last in this order is refused, so that a newcomer gets a place; among
 * equals the newest then goes first, because the oldest has perhaps given up ("adaptive LIFO": Maurer, "Fail at Scale",
 * ACM Queue 13.8, 2015).
 */
export class HashingQueue {
  readonly #limits: QueueLimits;
  readonly #turns = new FairTurns(windowMilliseconds);
  /** Oldest first. */
  readonly #waiting: QueuedHash[] = [];
  /** One at a time for each group, so that no network takes every thread. */
  readonly #running = new Map<string, QueuedHash>();

  constructor(limits = defaultQueueLimits) {
    this.#limits = limits;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws AppError 503, without calling `hash`, when others go first and too many wait, or the caller is gone. */
  async run<Value>(
    address: string,
    hash: () => Promise<Value>,
    { knownAccount = null, isGone = () => false }: Partial<HashOptions> = {},
  ): Promise<Value> {
    const isKnown = knownAccount !== null;
    const group = isKnown ? `account ${knownAccount}` : networkOf(address);
    await new Promise<void>((start, refuse) => this.#enter({ group, address, isKnown, isGone, start, refuse }));
    try {
      return await hash();
    } finally {
      this.#running.delete(group);
      this.#fill();
    }
  }

  #enter(entry: QueuedHash): void {
    this.#turns.count(entry);
    this.#waiting.push(entry);
    this.#fill();
    const alike = this.#waiting.filter(({ isKnown }) => isKnown === entry.isKnown);
    if (alike.length <= this.#limits.waiting) return;
    const last = alike.reduce((one, other) => (this.#turns.compare(one, other) < 0 ? other : one));
    this.#remove(last);
    last.refuse(tooBusy());
  }

  /** Starts as many as may run. */
  #fill(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      if (next.isGone()) next.refuse(tooBusy());
      else {
        this.#running.set(next.group, next);
        next.start();
      }
    }
  }

  /** Neither known browsers nor strangers can take every place from the others. */
  #next(): QueuedHash | undefined {
    const { running, reserved } = this.#limits;
    if (this.#running.size >= running) return undefined;
    const known = [...this.#running.values()].filter(({ isKnown }) => isKnown).length;
    if (known < reserved) {
      const next = this.#first(true);
      if (next || this.#running.size - known >= running - reserved) return next;
    }
    return this.#first(false) ?? this.#first(true);
  }

  /** The first of the known browsers, or of the strangers. */
  #first(isKnown: boolean): QueuedHash | undefined {
    const alike = this.#waiting.filter((entry) => entry.isKnown === isKnown);
    const isFull = alike.length >= this.#limits.waiting;
    return alike
      .filter(({ group }) => !this.#running.has(group))
      .reduce<QueuedHash | undefined>((one, other) => {
        const order = one ? this.#turns.compare(other, one) : -1;
        return order < 0 || (order === 0 && isFull) ? other : one;
      }, undefined);
  }

  #remove(entry: QueuedHash): void {
    this.#waiting.splice(this.#waiting.indexOf(entry), 1);
  }
}

const retrySeconds = 2;

/** The 503 when a password can't be checked now; it reveals nothing about the password. */
export function tooBusy(): AppError {
  return new AppError("unavailable", {
    message: "Too many passwords are being checked. Try again in a few seconds.",
    headers: { "Retry-After": String(retrySeconds) },
  });
}
