import "server-only";

/** How an instance knows that it is not used, and how often it then looks for what other processes have left to do. */
export interface Idleness {
  /** Grows with each request that may leave something to do. */
  uses(): number;
  readonly idleMilliseconds: number;
}

/**
 * Repeats `work` while the service is used. While it is not, nothing of its own can become due, so it works rarely, or
 * when `workWithin` says so: a database that scales to zero can sleep.
 */
export class Poll {
  readonly #timer: NodeJS.Timeout;
  #usesAtWork: number;
  #isWorking = false;
  /** By `performance.now()`. */
  #nextWork: number;

  /** @param work must not reject. The first time is after `milliseconds`, if the service is used until then. */
  constructor(milliseconds: number, { uses, idleMilliseconds }: Idleness, work: () => Promise<unknown>) {
    this.#usesAtWork = uses();
    this.#nextWork = performance.now() + idleMilliseconds;
    this.#timer = setInterval(() => {
      if (this.#isWorking || (uses() === this.#usesAtWork && performance.now() < this.#nextWork)) return;
      this.#usesAtWork = uses();
      this.#nextWork = performance.now() + idleMilliseconds;
      this.#isWorking = true;
      void work().finally(() => (this.#isWorking = false));
    }, milliseconds).unref();
  }

  /** The next work is at the latest after this time. */
  workWithin(milliseconds: number): void {
    this.#nextWork = Math.min(this.#nextWork, performance.now() + milliseconds);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
