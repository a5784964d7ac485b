/** What is recorded about an answered request. Nothing of its input, which may contain secrets. */
export interface Observation {
  readonly request_id: string;
  /** `OTHER` for an unknown method. */
  readonly method: string;
  /** The route's pattern, `/api/shows/{id}`, never the requested path. */
  readonly route: string;
  readonly status: number;
  /** Until the response was ready; for pages and streamed responses: until it was sent. */
  readonly milliseconds: number;
  /** The caller's tier; null for requests that are not counted. */
  readonly tier: string | null;
  /** Size of the body as sent; for pages including the head. */
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
  /** How many fall between each bound and the one before; the last counts the slower ones. */
  readonly buckets: number[];
  sum: number;
  requests: number;
}

/** Counts requests in plain numbers, because every request passes here; monitoring reads them occasionally. */
export class Meter {
  readonly #counts = new Map<string, Map<string, Count>>();
  readonly #latencies = new Map<string, Latency>();

  count({ method, route, status, tier, milliseconds }: Observation): void {
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
