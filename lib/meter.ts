import "server-only";
import { METHODS } from "node:http";

/** What is told of one request when it is answered: nothing of what it was asked with, since that may hold secrets. */
export interface Observation {
  readonly request_id: string;
  /** `OTHER` for one that HTTP does not know. */
  readonly method: string;
  /** As the route is written, `/api/shows/{id}`, never as it was asked for. */
  readonly route: string;
  readonly status: number;
  /** Until the answer was ready; of pages and of what is told line by line: until it was sent. */
  readonly milliseconds: number;
  /** What the caller was recognised by; null where nobody is counted. */
  readonly tier: string | null;
  /** Of the body as it was sent; of pages with its head. */
  readonly bytes: number;
}

/** The upper bounds of a latency histogram, in milliseconds. */
export const latencyBounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

export interface Count {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly tier: string | null;
  requests: number;
}

export interface Latency {
  readonly route: string;
  /** How many were as quick as each bound and slower than the one before; the last are slower than all. */
  readonly buckets: number[];
  sum: number;
  requests: number;
}

/** Counts requests in plain numbers, since every one comes by; whoever watches reads them now and then. */
export class Meter {
  readonly #counts = new Map<string, Map<string, Count>>();
  readonly #latencies = new Map<string, Latency>();
  readonly #write: ((seen: Observation) => void) | undefined;

  /** @param write gets every request, for the access log; absent: none is written. */
  constructor(write?: (seen: Observation) => void) {
    this.#write = write;
  }

  tell(seen: Observation): void {
    this.#count(seen);
    this.#write?.(seen);
  }

  #count({ method, route, status, tier, milliseconds }: Observation): void {
    const known = this.#countsOf(route);
    const key = `${method} ${status} ${tier}`;
    const count = known.get(key);
    if (count) count.requests += 1;
    else known.set(key, { method, route, status, tier, requests: 1 });
    const latency = this.#latencyOf(route);
    const place = latencyBounds.findIndex((bound) => milliseconds <= bound);
    const bucket = place < 0 ? latencyBounds.length : place;
    latency.buckets[bucket] = (latency.buckets[bucket] ?? 0) + 1;
    latency.sum += milliseconds;
    latency.requests += 1;
  }

  counts(): Count[] {
    return [...this.#counts.values()].flatMap((known) => [...known.values()]);
  }

  latencies(): Latency[] {
    return [...this.#latencies.values()];
  }

  #countsOf(route: string): Map<string, Count> {
    let known = this.#counts.get(route);
    if (!known) {
      known = new Map<string, Count>();
      this.#counts.set(route, known);
    }
    return known;
  }

  #latencyOf(route: string): Latency {
    let latency = this.#latencies.get(route);
    if (!latency) {
      latency = { route, buckets: Array.from({ length: latencyBounds.length + 1 }, () => 0), sum: 0, requests: 0 };
      this.#latencies.set(route, latency);
    }
    return latency;
  }
}

const methods = new Set(METHODS);

/** An invented method may be anything, a key too. */
export function methodName(method: string): string {
  return methods.has(method) ? method : "OTHER";
}

export function millisecondsSince(begun: number): number {
  return Math.round((performance.now() - begun) * 100) / 100;
}
