import "server-only";
import { AppError } from "../errors.ts";

const maxWaiting = 4;
const retryAfterSeconds = 5;

/** Runs memory-intensive work one at a time in the process. A few requests may wait. */
export class SerialQueue {
  readonly #maxWaitMilliseconds: number;
  #isBusy = false;
  /** In order of arrival. */
  readonly #waiting = new Set<() => void>();

  constructor(maxWaitMilliseconds: number) {
    this.#maxWaitMilliseconds = maxWaitMilliseconds;
  }

  /**
   * Resolves when no other work runs.
   *
   * @returns the function to call once when this work has ended.
   * @throws AppError 503 when four others are waiting, or after waiting too long.
   */
  async begin(): Promise<() => void> {
    if (this.#isBusy) await this.#ownTurn();
    this.#isBusy = true;
    return () => this.#end();
  }

  #ownTurn(): Promise<void> {
    if (this.#waiting.size === maxWaiting) throw busy();
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(admit);
        reject(busy());
      }, this.#maxWaitMilliseconds);
      this.#waiting.add(admit);
    });
  }

  /** Stays busy during the handover, so that a request that arrives just then can't slip in. */
  #end(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else this.#isBusy = false;
  }
}

function busy(): AppError {
  return new AppError("unavailable", {
    message: "Other large batches are being processed. Try again in a few seconds.",
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}
