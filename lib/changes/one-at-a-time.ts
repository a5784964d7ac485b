import "server-only";
import { AppError } from "../errors.ts";

const maxWaiting = 4;
const retryAfterSeconds = 5;

/** Work of which a process does one at a time, because of the memory that it takes. A few requests wait their turn. */
export class OneAtATime {
  readonly #maxWaitMilliseconds: number;
  #isBusy = false;
  /** In the order in which they came. */
  readonly #waiting = new Set<() => void>();

  constructor(maxWaitMilliseconds: number) {
    this.#maxWaitMilliseconds = maxWaitMilliseconds;
  }

  /**
   * Resolves when no other work goes on.
   *
   * @returns to be called once, when this work has ended.
   * @throws AppError 503 when four others wait already, or when it has waited for too long.
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

  /** Still busy when another takes over: a request that comes just then must not slip in between. */
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
    message: "Other large lists of changes are being made. Try again in a few seconds.",
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}
