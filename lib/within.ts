import "server-only";
import { performance } from "node:perf_hooks";

/** Even a process that never rests gives up after that many times what it was given. */
const patience = 5;

/**
 * The promise's own outcome, or a rejection when it takes longer. The work itself goes on.
 * Only time in which this process had nothing to do counts: while it is busy, answers that
 * have long arrived wait unread, and their lateness is not the other side's.
 */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const wait = waitOf(milliseconds);
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

/** Of the waits that still take in: one for each length, begun in this turn of the event loop. */
const open = new Map<number, Wait>();

/** Whoever begins to wait in one turn, for as long, waits by one timer: every request comes by here. */
function waitOf(milliseconds: number): Wait {
  let wait = open.get(milliseconds);
  if (!wait) {
    wait = new Wait(milliseconds);
    open.set(milliseconds, wait);
    setImmediate(() => open.delete(milliseconds));
  }
  return wait;
}

class Wait {
  readonly #milliseconds: number;
  readonly #begun = performance.now();
  readonly #idleBefore = idleMilliseconds();
  readonly #waiting = new Set<(error: Error) => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  join(fail: (error: Error) => void): void {
    this.#waiting.add(fail);
    this.#timer ??= setTimeout(() => this.#look(), this.#milliseconds);
  }

  leave(fail: (error: Error) => void): void {
    this.#waiting.delete(fail);
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const left = this.#milliseconds - (idleMilliseconds() - this.#idleBefore);
    const isPatient = performance.now() - this.#begun < patience * this.#milliseconds;
    if (left > 1 && isPatient) this.#timer = setTimeout(() => this.#look(), left);
    // After a last look at what has arrived.
    else setImmediate(() => this.#fail());
  }

  #fail(): void {
    for (const fail of this.#waiting) fail(new Error(`No answer within ${this.#milliseconds} ms.`));
    this.#waiting.clear();
  }
}

function idleMilliseconds(): number {
  return performance.eventLoopUtilization().idle;
}
