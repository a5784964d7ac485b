import "server-only";
import type { ServerResponse } from "node:http";
import { AppError } from "../errors.ts";

interface ConcurrencyBounds {
  /** Requests that are answered at the same time. */
  inFlight: number;
  inFlightPerAddress: number;
  /** Requests that wait for their turn. */
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
 * Lets a bounded number of requests be worked on at once, for all clients and for each address, and a
 * bounded number wait (contract §11). At most one starts in a turn of the event loop: what else has
 * arrived is answered in between.
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
   * Calls `work` when there is room, and not when the client has gone by then. The room is given back
   * when the work is done: how fast the client reads makes no difference to others.
   *
   * @throws AppError 503 when too many wait already.
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

  /** The first for whose address there is room. */
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
    message: "Too many pages are being asked for at once. Try again in a moment.",
    headers: { "Retry-After": retryAfterSeconds },
  });
}
