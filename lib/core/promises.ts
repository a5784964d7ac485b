import "server-only";
import { performance } from "node:perf_hooks";

/** Short enough that a caller gets the 503 within three seconds when the database does not respond (contract §8). */
export const readMilliseconds = 2_000;
/** A process that is always busy gives up after this multiple of the timeout. */
const maxBusyFactor = 5;

/**
 * The promise's own outcome, or a rejection on timeout; the work itself continues. Only idle time of this process
 * counts: while it is busy, answers that have arrived wait unread, and their delay is not the other side's.
 */
export function withTimeout<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const wait = joinableWait(milliseconds);
  return new Promise((resolve, reject) => {
    wait.join(reject);
    promise.then(
      (value) => {
        wait.leave(reject);
        resolve(value);
      },
      (error: Error) => {
        wait.leave(reject);
        reject(error);
      },
    );
  });
}

/** The waits that still accept promises: one per timeout, started in this turn of the event loop. */
const openWaits = new Map<number, SharedTimer>();

/** All calls of one turn with the same timeout share a timer, because every request passes here. */
function joinableWait(milliseconds: number): SharedTimer {
  let wait = openWaits.get(milliseconds);
  if (!wait) {
    wait = new SharedTimer(milliseconds);
    openWaits.set(milliseconds, wait);
    setImmediate(() => openWaits.delete(milliseconds));
  }
  return wait;
}

class SharedTimer {
  readonly #milliseconds: number;
  readonly #startedAt = performance.now();
  readonly #idleBefore = idleTime();
  readonly #waiting = new Set<(error: Error) => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  join(fail: (error: Error) => void): void {
    this.#waiting.add(fail);
    this.#timer ??= setTimeout(() => this.#checkElapsed(), this.#milliseconds);
  }

  leave(fail: (error: Error) => void): void {
    this.#waiting.delete(fail);
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #checkElapsed(): void {
    const left = this.#milliseconds - (idleTime() - this.#idleBefore);
    const isPatient = performance.now() - this.#startedAt < maxBusyFactor * this.#milliseconds;
    if (left > 1 && isPatient) this.#timer = setTimeout(() => this.#checkElapsed(), left);
    // After a last check for answers that have arrived.
    else setImmediate(() => this.#fail());
  }

  #fail(): void {
    for (const fail of this.#waiting) fail(new Error(`No answer within ${this.#milliseconds} ms.`));
    this.#waiting.clear();
  }
}

function idleTime(): number {
  return performance.eventLoopUtilization().idle;
}

/** A value that is there, or will be. */
export type Soon<Value> = Value | Promise<Value>;

export function isPending<Value>(value: Soon<Value>): value is Promise<Value> {
  return typeof (value as Partial<Promise<Value>> | null | undefined)?.then === "function";
}

/**
 * Continues with a value: at once if it is there. `await` would make two promises of it. A read once took 33, and they
 * were a quarter of its time, because Node tells each to every `AsyncLocalStorage`, of which Next opens five.
 */
export function whenDone<Value, Result>(value: Soon<Value>, next: (value: Value) => Soon<Result>): Soon<Result> {
  return isPending(value) ? value.then(next) : next(value);
}

/** What `work` gives, or `recover` if it throws or rejects. */
export function orElse<Value>(work: () => Soon<Value>, recover: (error: unknown) => Soon<Value>): Soon<Value> {
  try {
    const value = work();
    return isPending(value) ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
