import "server-only";
import { ConcurrencyLimit, type LimitedWork } from "./concurrency-limit.ts";
import { memoize } from "./memoize.browser.ts";

/** For whom an answer is computed. */
export interface Reader {
  /** What the request is counted on, so that keys and accounts have a share of their own: `ip:192.0.2.1`, `key:…`. */
  readonly caller: string;
  readonly request: { isGone(): boolean };
}

/** For a page that is rendered on the server: the limit of pages bounds these. */
export const pageReader: Reader = { caller: "pages", request: { isGone: () => false } };

interface Computation {
  readonly readers: Reader[];
  readonly result: Promise<unknown>;
}

/**
 * Computing takes milliseconds to seconds of the only thread, and a page of updates takes one of ten connections. A
 * program that sends twenty searches at once is served.
 */
const bounds = {
  inFlight: 4,
  inFlightPerCaller: 2,
  waiting: 64,
  waitingPerCaller: 24,
  maxWaitMilliseconds: 10_000,
  message: "Too many answers are being computed at once. Try again in a moment.",
};

/** Bounds how many answers one process computes at once (contract §2). What is held takes no slot. */
export class ComputedReads {
  readonly #limit = new ConcurrencyLimit(bounds);
  readonly #pendingIn = memoize((_cache: object) => new Map<string, Computation>());

  /** How many answers are being computed, and how many wait. */
  get figures(): ConcurrencyLimit["figures"] {
    return this.#limit.figures;
  }

  /**
   * Computes an answer within the limit. Readers who ask for the same one meanwhile share the computation; it is dropped
   * when all of them have disconnected before it starts.
   *
   * @param cache what the answer will be kept in; with `name` it tells one computation from another.
   * @param compute must not compute another answer here, because the two could wait for each other.
   * @throws AppError 503 when too much is being computed, or after ten seconds of waiting.
   */
  run<Value>(reader: Reader, cache: object, name: string, compute: LimitedWork<Value>): Promise<Value> {
    const pending = this.#pendingIn(cache);
    const known = pending.get(name);
    if (known) {
      known.readers.push(reader);
      // The cast is safe: a name belongs to one kind of answer of its cache.
      return known.result as Promise<Value>;
    }
    const readers = [reader];
    const isGone = () => readers.every(({ request }) => request.isGone());
    const result = this.#limit.run(reader.caller, isGone, compute);
    pending.set(name, { readers, result });
    const forget = () => pending.delete(name);
    result.then(forget, forget);
    return result;
  }
}
