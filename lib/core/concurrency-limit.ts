import "server-only";
import { AppError } from "./errors.ts";
import { FairTurns, networkOf, type Waiting } from "./fair-turns.ts";

interface ConcurrencyBounds {
  /** Work that is done at the same time. */
  readonly inFlight: number;
  readonly inFlightPerCaller: number;
  /** Work that waits. */
  readonly waiting: number;
  readonly waitingPerCaller: number;
  /** How long work may wait; for ever when absent. */
  readonly maxWaitMilliseconds?: number;
  /** How long a request counts against the turn of its network; a minute when absent. */
  readonly windowMilliseconds?: number;
  /** How much may start in one turn of the event loop, so that other requests are handled in between; one when absent. */
  readonly startsPerTurn?: number;
  /** What a caller is told whose work can't wait, or has waited too long. */
  readonly message: string;
}

/**
 * @param hold keeps the slot until this promise is settled too.
 * @param release frees the slot before the work is done: what remains of it only waits for others.
 */
export type LimitedWork<Value> = (hold: (other: Promise<unknown>) => void, release: () => void) => Promise<Value>;

interface CallerLoad {
  inFlight: number;
  waiting: number;
}

interface QueuedWork extends Waiting {
  readonly load: CallerLoad;
  isGone(): boolean;
  start(release: () => void): Promise<void>;
  refuse(error: AppError): void;
  timer?: NodeJS.Timeout;
}

const retryAfterSeconds = "2";
const usualWindowMilliseconds = 60_000;

/**
 * Limits how much work is done and how much waits, in total and per caller (contract §2, §11). The next is of the network
 * that lately asked for the fewest, so that a crowd of addresses does not keep a newcomer waiting. When the queue is
 * full, the oldest of those whose turn is last is refused; while it is more than half full, the newest of equals goes
 * first, as in `HashingQueue`.
 */
export class ConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds;
  readonly #turns: FairTurns;
  readonly #loads = new Map<string, CallerLoad>();
  #inFlight = 0;
  #queue: QueuedWork[] = [];
  #isScheduled = false;

  constructor(bounds: ConcurrencyBounds) {
    this.#bounds = bounds;
    this.#turns = new FairTurns(bounds.windowMilliseconds ?? usualWindowMilliseconds);
  }

  /**
   * Calls `work` when the limits permit it, unless its client has disconnected by then. The slot is free again when the
   * work is done, so a client that reads slowly does not block others.
   *
   * @param caller an address, also as `ip:192.0.2.1`, or another name of who asks: `key:…`.
   * @param isGone whether no client waits for the work any more; not asked about work that need not wait, because a client
   * may close its half of the connection behind its request.
   * @throws AppError 503 when too much waits, or after waiting too long.
   */
  run<Value>(caller: string, isGone: () => boolean, work: LimitedWork<Value>): Promise<Value> {
    const address = caller.replace(/^ip:/, "");
    const origin: Waiting = { group: networkOf(address), address };
    // Refused ones too: a crowd that tries again at once soon comes after a person who asks a few times.
    this.#turns.count(origin);
    const load = this.#loads.get(address) ?? { inFlight: 0, waiting: 0 };
    const isAtOnce = this.#queue.length === 0 && this.#hasRoom(load);
    if (!this.#makePlace(origin, load)) return Promise.reject(this.#tooMuch());
    this.#loads.set(address, load);
    load.waiting += 1;
    return new Promise((resolve, reject) => {
      const start = async (release: () => void) => {
        const held: Promise<unknown>[] = [];
        const result = work((other) => held.push(other), release);
        resolve(result);
        await result.catch(() => undefined);
        await Promise.allSettled(held);
      };
      const entry: QueuedWork = { ...origin, load, isGone: isAtOnce ? () => false : isGone, start, refuse: reject };
      this.#queue.push(entry);
      const { maxWaitMilliseconds } = this.#bounds;
      if (maxWaitMilliseconds !== undefined) entry.timer = setTimeout(() => this.#refuse([entry]), maxWaitMilliseconds);
      this.#schedule();
    });
  }

  get figures(): { inFlight: number; waiting: number } {
    return { inFlight: this.#inFlight, waiting: this.#queue.length };
  }

  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= this.#bounds.inFlight || this.#queue.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (let starts = this.#bounds.startsPerTurn ?? 1; starts > 0; starts -= 1) {
        const entry = this.#next();
        if (!entry) return;
        this.#start(entry);
      }
      this.#schedule();
    });
  }

  /** Of the callers below their limit the one whose turn it is, and of equals the one with the least in work. */
  #next(): QueuedWork | undefined {
    const isCrowded = this.#queue.length > this.#bounds.waiting / 2;
    this.#refuse(this.#queue.filter((entry) => entry.isGone()));
    let next: QueuedWork | undefined;
    for (const entry of this.#queue) {
      if (!this.#hasRoom(entry.load)) continue;
      const order = next ? this.#turns.compare(entry, next) || entry.load.inFlight - next.load.inFlight : -1;
      if (order < 0 || (order === 0 && isCrowded)) next = entry;
    }
    return next;
  }

  #hasRoom(load: CallerLoad): boolean {
    return this.#inFlight < this.#bounds.inFlight && load.inFlight < this.#bounds.inFlightPerCaller;
  }

  #start(entry: QueuedWork): void {
    const { load } = entry;
    this.#leaveQueue(entry);
    load.inFlight += 1;
    this.#inFlight += 1;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      load.inFlight -= 1;
      this.#inFlight -= 1;
      this.#tidy(entry);
      this.#schedule();
    };
    void entry.start(release).finally(release);
  }

  /** Whether one more may wait: instead of one whose client has disconnected, or of one whose turn would come later. */
  #makePlace(origin: Waiting, load: CallerLoad): boolean {
    const { waiting, waitingPerCaller } = this.#bounds;
    const isFull = () => this.#queue.length >= waiting || load.waiting >= waitingPerCaller;
    if (isFull()) this.#refuse(this.#queue.filter((entry) => entry.isGone()));
    if (load.waiting >= waitingPerCaller) return false;
    if (!isFull()) return true;
    const last = this.#queue.reduce((one, other) => (this.#turns.compare(one, other) < 0 ? other : one));
    if (this.#turns.compare(origin, last) > 0) return false;
    this.#refuse([last]);
    return true;
  }

  #refuse(entries: readonly QueuedWork[]): void {
    for (const entry of entries) {
      this.#leaveQueue(entry);
      this.#tidy(entry);
      entry.refuse(this.#tooMuch());
    }
  }

  #leaveQueue(entry: QueuedWork): void {
    clearTimeout(entry.timer);
    this.#queue.splice(this.#queue.indexOf(entry), 1);
    entry.load.waiting -= 1;
  }

  #tidy({ address, load }: QueuedWork): void {
    if (load.inFlight + load.waiting === 0) this.#loads.delete(address);
  }

  #tooMuch(): AppError {
    const { message } = this.#bounds;
    return new AppError("unavailable", { message, headers: { "Retry-After": retryAfterSeconds } });
  }
}
