import "server-only";
import type { ServerResponse } from "node:http";
import { AppError } from "../errors.ts";

interface Bounds {
  /** Requests that are answered at the same time. */
  underWay: number;
  underWayPerAddress: number;
  /** Requests that wait for their turn. */
  waiting: number;
  waitingPerAddress: number;
}

interface Place {
  underWay: number;
  waiting: number;
}

interface Entry {
  address: string;
  response: ServerResponse;
  work: () => Promise<void>;
}

const retryAfterSeconds = "2";

/**
 * Lets a bounded number of requests be worked on at once, for all clients and for each address, and a
 * bounded number wait (contract §11). At most one starts in a turn of the event loop: what else has
 * arrived is answered in between.
 */
export class ConcurrencyLimit {
  readonly #bounds: Bounds;
  readonly #places = new Map<string, Place>();
  #underWay = 0;
  #queue: Entry[] = [];
  #isScheduled = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Calls `work` when there is room, and not when the client has gone by then. The room is given back
   * when the work is done: how fast the client reads makes no difference to others.
   *
   * @throws AppError 503 when too many wait already.
   */
  run(address: string, response: ServerResponse, work: () => Promise<void>): void {
    if (response.closed) return;
    const { waiting, waitingPerAddress } = this.#bounds;
    const place = this.#places.get(address) ?? { underWay: 0, waiting: 0 };
    if (this.#queue.length >= waiting || place.waiting >= waitingPerAddress) throw tooMany();
    this.#places.set(address, place);
    place.waiting += 1;
    const entry = { address, response, work };
    this.#queue.push(entry);
    response.once("close", () => this.#forget(entry, place));
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#next()) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const entry = this.#next();
      if (entry) this.#start(entry);
      this.#schedule();
    });
  }

  /** The first for whose address there is room. */
  #next(): Entry | undefined {
    if (this.#underWay >= this.#bounds.underWay) return undefined;
    return this.#queue.find(({ address }) => this.#roomFor(address));
  }

  #roomFor(address: string): boolean {
    return (this.#places.get(address)?.underWay ?? 0) < this.#bounds.underWayPerAddress;
  }

  #start(entry: Entry): void {
    const place = this.#places.get(entry.address);
    if (!place) return;
    this.#queue = this.#queue.filter((other) => other !== entry);
    place.waiting -= 1;
    place.underWay += 1;
    this.#underWay += 1;
    void entry.work().finally(() => {
      place.underWay -= 1;
      this.#underWay -= 1;
      this.#tidy(entry.address, place);
    });
  }

  #forget(entry: Entry, place: Place): void {
    if (!this.#queue.includes(entry)) return;
    this.#queue = this.#queue.filter((other) => other !== entry);
    place.waiting -= 1;
    this.#tidy(entry.address, place);
  }

  #tidy(address: string, place: Place): void {
    if (place.underWay + place.waiting === 0) this.#places.delete(address);
    this.#schedule();
  }
}

function tooMany(): AppError {
  return new AppError("unavailable", {
    message: "Too many pages are being asked for at once. Try again in a moment.",
    headers: { "Retry-After": retryAfterSeconds },
  });
}
