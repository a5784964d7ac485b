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

/** Routes that change nothing, some of them asked all the time. */
const leavesNothingToDo = new Set(["/api/health", "/api/health/ready", "/api/metrics", "/api/cron", "assets"]);

/** The requests with the same labels. `count` is exported when Prometheus asks, because a call of `inc` costs 1 µs. */
interface LabelledRequests extends Pick<RequestRecord, "route" | "method" | "status" | "tier"> {
  readonly duration: Pick<Histogram.Internal<"route">, "observe">;
  count: number;
}

export class RequestMetrics {
  /** For the registry of `/api/metrics`. No label is text of the caller, so there are few of them. */
  readonly metrics: readonly [Counter, Histogram<"route">];
  readonly #byLabels = new Map<string, LabelledRequests>();
  /** By route. The next request mostly has the same labels, and comparing them costs less than making a key of them. */
  readonly #last = new Map<string, LabelledRequests>();
  readonly #write: ((seen: RequestRecord) => void) | undefined;
  #uses = 0;

  /** @param write receives every record, for the access log; none is written when absent. */
  constructor(write?: (seen: RequestRecord) => void) {
    this.#write = write;
    const byLabels = this.#byLabels;
    this.metrics = [
      new Counter({
        name: "theatre_http_requests_total",
        help: "Requests answered, by route, method, status and tier of the caller.",
        labelNames: ["route", "method", "status", "tier"],
        registers: [],
        collect() {
          this.reset();
          for (const { route, method, status, tier, count } of byLabels.values())
            this.inc({ route, method, status: String(status), tier: tier ?? "none" }, count);
        },
      }),
      new Histogram({
        name: "theatre_http_request_duration_seconds",
        help: "Time until the response was ready; for pages, until it was sent.",
        labelNames: ["route"],
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers: [],
      }),
    ];
  }

  /** How many requests there were, without those of monitors and for static files. */
  get uses(): number {
    return this.#uses;
  }

  record(seen: RequestRecord): void {
    if (seen.tier !== null || !leavesNothingToDo.has(seen.route)) this.#uses += 1;
    const requests = this.#requestsLike(seen);
    requests.count += 1;
    requests.duration.observe(seen.milliseconds / 1000);
    this.#write?.(seen);
  }

  #requestsLike({ route, method, status, tier }: RequestRecord): LabelledRequests {
    const last = this.#last.get(route);
    if (last && last.status === status && last.tier === tier && last.method === method) return last;
    const key = `${route} ${method} ${status} ${tier}`;
    let requests = this.#byLabels.get(key);
    if (!requests) {
      requests = { route, method, status, tier, duration: this.metrics[1].labels(route), count: 0 };
      this.#byLabels.set(key, requests);
    }
    this.#last.set(route, requests);
    return requests;
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

/** @param onEnd is told the length of the stream, also when the client has disconnected. */
export async function* countBytes(
  stream: AsyncIterable<Buffer>,
  onEnd: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of stream) {
      bytes += piece.length;
      yield piece;
    }
  } finally {
    onEnd(bytes);
  }
}

/** A route, by identity; null: an unknown path. */
export type RecordedRoute = {
  readonly path: string;
  readonly root?: string;
  readonly name?: string;
  readonly isHidden?: unknown;
} | null;

/** As in the access log; null for an unknown path, and for a route that looks like one to callers without its token. */
export function routeName(route: RecordedRoute): string | null {
  if (!route || route.isHidden) return null;
  return route.name ?? `/${route.root ?? "api"}${route.path}`;
}
