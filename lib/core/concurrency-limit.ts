import "server-only";
import { AppError } from "./errors.ts";
import { FairTurns, strangerAt, type Origin } from "./fair-turns.ts";

interface ConcurrencyBounds {
  readonly inFlight: number;
  readonly inFlightPerCaller: number;
  /** As much as for all its callers when absent. */
  readonly inFlightPerGroup?: number;
  /** How many of `inFlight` only known callers may use; the others go to strangers first. None when absent. */
  readonly reserved?: number;
  /** Work that waits: of strangers, and as much of known callers. */
  readonly waiting: number;
  /** As much as for all callers when absent. */
  readonly waitingPerCaller?: number;
  /** How long work may wait; for ever when absent. */
  readonly maxWaitMilliseconds?: number;
  /** How long a request counts against the turn of its network; a minute when absent. */
  readonly windowMilliseconds?: number;
  /** How much may start in one turn of the event loop, so that other requests are handled in between; one when absent. */
  readonly startsPerTurn?: number;
  /** What a caller is told whose work can't wait, or has waited too long. */
  readonly message: string;
}

/** @param hold keeps the slot until that is settled. @param release frees it early: the rest only waits for others. */
export type LimitedWork<Value> = (hold: (other: Promise<unknown>) => void, release: () => void) => Promise<Value>;

interface Load {
  inFlight: number;
  waiting: number;
}

interface QueuedWork extends Origin {
  readonly load: Load;
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
 * full, the oldest of those whose turn is last is refused, so that a newcomer gets a place; while it is more than half
 * full, the newest of equals goes first, because the oldest has perhaps given up ("adaptive LIFO": Maurer, "Fail at
 * Scale", ACM Queue 13.8, 2015).
 */
export class ConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds;
  readonly #turns: FairTurns;
  readonly #loads = new Map<string, Load>();
  readonly #working = new Set<QueuedWork>();
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
   * @param caller an address, also as `ip:192.0.2.1`, another name of who asks: `key:…`, or the origin itself.
   * @param isGone whether no client waits for the work any more; not asked about work that need not wait, because a client
   * may close its half of the connection behind its request.
   * @throws AppError 503 when too much waits, or after waiting too long.
   */
  run<Value>(caller: string | Origin, isGone: () => boolean, work: LimitedWork<Value>): Promise<Value> {
    const origin = typeof caller === "string" ? strangerAt(caller.replace(/^ip:/, "")) : caller;
    const { address } = origin;
    // Refused ones too: a crowd that tries again at once soon comes after a person who asks a few times.
    this.#turns.count(origin);
    const load = this.#loads.get(address) ?? { inFlight: 0, waiting: 0 };
    const isAtOnce = this.#queue.length === 0 && this.#hasRoom({ ...origin, load });
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
    return { inFlight: this.#working.size, waiting: this.#queue.length };
  }

  #schedule(): void {
    if (this.#isScheduled || this.#working.size >= this.#bounds.inFlight || this.#queue.length === 0) return;
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

  /** Neither known callers nor strangers can take every slot from the others. */
  #next(): QueuedWork | undefined {
    const isCrowded = { known: this.#isCrowded(true), strangers: this.#isCrowded(false) };
    this.#refuse(this.#queue.filter((entry) => entry.isGone()));
    const known = this.#reservedLeft() > 0 ? this.#first(true, isCrowded.known) : undefined;
    return known ?? this.#first(false, isCrowded.strangers) ?? this.#first(true, isCrowded.known);
  }

  /** Of the callers below their limit the one whose turn it is, and of equals the one with the least in work. */
  #first(isKnown: boolean, isCrowded: boolean): QueuedWork | undefined {
    let next: QueuedWork | undefined;
    for (const entry of this.#queue) {
      if (entry.isKnown !== isKnown || !this.#hasRoom(entry)) continue;
      const order = next ? this.#turns.compare(entry, next) || entry.load.inFlight - next.load.inFlight : -1;
      if (order < 0 || (order === 0 && isCrowded)) next = entry;
    }
    return next;
  }

  #isCrowded(isKnown: boolean): boolean {
    return this.#alike(isKnown).length > this.#bounds.waiting / 2;
  }

  #alike(isKnown: boolean): QueuedWork[] {
    return this.#queue.filter((entry) => entry.isKnown === isKnown);
  }

  #hasRoom({ group, load, isKnown }: Pick<QueuedWork, "group" | "load" | "isKnown">): boolean {
    const { inFlight, inFlightPerCaller, inFlightPerGroup = inFlight } = this.#bounds;
    const slots = isKnown ? inFlight : inFlight - this.#reservedLeft();
    if (this.#working.size >= slots || load.inFlight >= inFlightPerCaller) return false;
    return [...this.#working].filter((entry) => entry.group === group).length < inFlightPerGroup;
  }

  /** How many slots wait for known callers. */
  #reservedLeft(): number {
    const known = [...this.#working].filter(({ isKnown }) => isKnown).length;
    return Math.max(0, (this.#bounds.reserved ?? 0) - known);
  }

  #start(entry: QueuedWork): void {
    const { load } = entry;
    this.#leaveQueue(entry);
    load.inFlight += 1;
    this.#working.add(entry);
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      load.inFlight -= 1;
      this.#working.delete(entry);
      this.#tidy(entry);
      this.#schedule();
    };
    void entry.start(release).finally(release);
  }

  /** Whether one more may wait: instead of one whose client has disconnected, or of one whose turn would come later. */
  #makePlace(origin: Origin, load: Load): boolean {
    const { waiting, waitingPerCaller = Infinity } = this.#bounds;
    const isFull = () => this.#alike(origin.isKnown).length >= waiting || load.waiting >= waitingPerCaller;
    if (isFull()) this.#refuse(this.#queue.filter((entry) => entry.isGone()));
    if (load.waiting >= waitingPerCaller) return false;
    if (!isFull()) return true;
    const last = this.#alike(origin.isKnown).reduce((one, other) =>
      this.#turns.compare(one, other) < 0 ? other : one,
    );
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
