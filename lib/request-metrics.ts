import "server-only";
import { METHODS } from "node:http";
import { Counter, Histogram } from "prom-client";

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

/** Counts requests in Prometheus metrics. The registry of `/api/metrics` registers them on its first use. */
export class RequestMetrics {
  readonly requests = new Counter({
    name: "theatre_http_requests_total",
    help: "Requests answered, by route, method, status and tier of the caller.",
    labelNames: ["route", "method", "status", "tier"],
    registers: [],
  });
  readonly durations = new Histogram({
    name: "theatre_http_request_duration_seconds",
    help: "Time until the response was ready; for pages, until it was sent.",
    labelNames: ["route"],
    buckets: boundsMilliseconds.map((bound) => bound / 1000),
    registers: [],
  });
  readonly #write: ((seen: RequestRecord) => void) | undefined;

  /** @param write receives every record, for the access log; none is written when absent. */
  constructor(write?: (seen: RequestRecord) => void) {
    this.#write = write;
  }

  record(seen: RequestRecord): void {
    const { method, route, status, tier, milliseconds } = seen;
    this.requests.inc({ route, method, status, tier: tier ?? "none" });
    this.durations.observe({ route }, milliseconds / 1000);
    this.#write?.(seen);
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
