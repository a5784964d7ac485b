import "server-only";
import type { ServerResponse } from "node:http";
import { AppError } from "../errors.ts";

interface ConcurrencyBounds {
  /** Requests that are worked on at the same time. */
  inFlight: number;
  inFlightPerAddress: number;
  /** Requests that wait. */
  waiting: number;
  waitingPerAddress: number;
}

interface AddressLoad {
  inFlight: number;
  waiting: number;
}

interface QueuedRequest {
  address: string;
  nodeResponse: ServerResponse;
  work: () => Promise<void>;
}

const retryAfterSeconds = "2";

/**
 * Limits how many requests are worked on and how many wait, in total and per address (contract §11). At most one starts
 * in each turn of the event loop, so that other requests are handled in between.
 */
export class ConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds;
  readonly #loads = new Map<string, AddressLoad>();
  #inFlight = 0;
  #queue: QueuedRequest[] = [];
  #isScheduled = false;

  constructor(bounds: ConcurrencyBounds) {
    this.#bounds = bounds;
  }

  /**
   * Calls `work` when the limits permit it, unless the client has disconnected by then. The slot is free again when the
   * work is done, so a client that reads slowly does not block others.
   *
   * @throws AppError 503 when too many requests are waiting.
   */
  run(address: string, nodeResponse: ServerResponse, work: () => Promise<void>): void {
    if (nodeResponse.closed) return;
    const { waiting, waitingPerAddress } = this.#bounds;
    const place = this.#loads.get(address) ?? { inFlight: 0, waiting: 0 };
    if (this.#queue.length >= waiting || place.waiting >= waitingPerAddress) throw tooMany();
    this.#loads.set(address, place);
    place.waiting += 1;
    const entry = { address, nodeResponse, work };
    this.#queue.push(entry);
    nodeResponse.once("close", () => this.#forget(entry, place));
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

  /** The first waiting request whose address is below its limit. */
  #next(): QueuedRequest | undefined {
    if (this.#inFlight >= this.#bounds.inFlight) return undefined;
    return this.#queue.find(({ address }) => this.#roomFor(address));
  }

  #roomFor(address: string): boolean {
    return (this.#loads.get(address)?.inFlight ?? 0) < this.#bounds.inFlightPerAddress;
  }

  #start(entry: QueuedRequest): void {
    const place = this.#loads.get(entry.address);
    if (!place) return;
    this.#queue = this.#queue.filter((other) => other !== entry);
    place.waiting -= 1;
    place.inFlight += 1;
    this.#inFlight += 1;
    void entry.work().finally(() => {
      place.inFlight -= 1;
      this.#inFlight -= 1;
      this.#tidy(entry.address, place);
    });
  }

  #forget(entry: QueuedRequest, place: AddressLoad): void {
    if (!this.#queue.includes(entry)) return;
    this.#queue = this.#queue.filter((other) => other !== entry);
    place.waiting -= 1;
    this.#tidy(entry.address, place);
  }

  #tidy(address: string, place: AddressLoad): void {
    if (place.inFlight + place.waiting === 0) this.#loads.delete(address);
    this.#schedule();
  }
}

function tooMany(): AppError {
  return new AppError("unavailable", {
    message: "Too many pages are requested at once. Try again in a moment.",
    headers: { "Retry-After": retryAfterSeconds },
  });
}
