import "server-only";
import { METHODS } from "node:http";

/** The log record of one response. It has no value sent by the caller except a valid request id, because such values may be secrets. */
export interface RequestRecord {
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

const boundsMilliseconds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/**
 * Counts requests, and returns the counts in Prometheus' format for `/api/metrics`. Every request passes here, and the
 * metrics of prom-client, which check and join their labels each time, took 2 µs more.
 */
export class RequestMetrics {
  readonly #routes = new Map<string, RouteCounts>();
  readonly #write: ((seen: RequestRecord) => void) | undefined;

  /** @param write receives every record, for the access log; none is written when absent. */
  constructor(write?: (seen: RequestRecord) => void) {
    this.#write = write;
  }

  record(seen: RequestRecord): void {
    let counts = this.#routes.get(seen.route);
    if (!counts) {
      counts = new RouteCounts(`route="${seen.route}"`);
      this.#routes.set(seen.route, counts);
    }
    counts.add(seen);
    this.#write?.(seen);
  }

  text(): string {
    const routes = [...this.#routes.values()];
    return [
      "# HELP theatre_http_requests_total Requests answered, by route, method, status and tier of the caller.",
      "# TYPE theatre_http_requests_total counter",
      ...routes.flatMap((counts) => counts.requests("theatre_http_requests_total")),
      "",
      "# HELP theatre_http_request_duration_seconds Time until the response was ready; for pages, until it was sent.",
      "# TYPE theatre_http_request_duration_seconds histogram",
      ...routes.flatMap((counts) => counts.durations("theatre_http_request_duration_seconds")),
      "",
    ].join("\n");
  }
}

class RouteCounts {
  readonly #route: string;
  /** By the other labels. No value needs escaping, because none is text of the caller. */
  readonly #requests = new Map<string, number>();
  readonly #buckets = boundsMilliseconds.map(() => 0);
  #count = 0;
  #milliseconds = 0;

  constructor(route: string) {
    this.#route = route;
  }

  add({ method, status, tier, milliseconds }: RequestRecord): void {
    const labels = `method="${method}",status="${status}",tier="${tier ?? "none"}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    const bucket = boundsMilliseconds.findIndex((bound) => milliseconds <= bound);
    if (bucket >= 0) this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
    this.#milliseconds += milliseconds;
  }

  requests(name: string): string[] {
    return [...this.#requests].map(([labels, count]) => `${name}{${this.#route},${labels}} ${count}`);
  }

  durations(name: string): string[] {
    let sum = 0;
    const buckets = boundsMilliseconds.map((bound, index) => {
      sum += this.#buckets[index] ?? 0;
      return `${name}_bucket{le="${bound / 1000}",${this.#route}} ${sum}`;
    });
    return [
      ...buckets,
      `${name}_bucket{le="+Inf",${this.#route}} ${this.#count}`,
      `${name}_sum{${this.#route}} ${this.#milliseconds / 1000}`,
      `${name}_count{${this.#route}} ${this.#count}`,
    ];
  }
}

const methods = new Set(METHODS);

/** Replaces unknown methods, because an invented one may contain anything, even a key. */
export function methodName(method: string): string {
  return methods.has(method) ? method : "OTHER";
}

export function millisecondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 100) / 100;
}
