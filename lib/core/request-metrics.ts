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

/** Routes that change nothing, some of them asked all the time. */
const leavesNothingToDo = new Set(["/api/health", "/api/health/ready", "/api/metrics", "/api/cron", "assets"]);

/** The requests with the same labels. */
interface LabelledRequests extends Pick<RequestRecord, "route" | "method" | "status" | "tier"> {
  readonly durations: Durations;
  count: number;
}

interface Durations {
  /** How many requests took at most the bound in the same place, and more than the one before; the last: more than all. */
  readonly counts: number[];
  seconds: number;
}

/** In seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts requests, for `/api/metrics`. No label is text of the caller, so there are few of them. It does without
 * prom-client, whose histogram takes half a microsecond of each request, and which a start need not load.
 */
export class RequestMetrics {
  readonly #byLabels = new Map<string, LabelledRequests>();
  readonly #byRoute = new Map<string, Durations>();
  /** By route. The next request mostly has the same labels, and comparing them costs less than making a key of them. */
  readonly #last = new Map<string, LabelledRequests>();
  readonly #write: ((seen: RequestRecord) => void) | undefined;
  #uses = 0;

  /** @param write receives every record, for the access log; none is written when absent. */
  constructor(write?: (seen: RequestRecord) => void) {
    this.#write = write;
  }

  /** The requests so far, by their labels. */
  get counts(): Iterable<Pick<LabelledRequests, "route" | "method" | "status" | "tier" | "count">> {
    return this.#byLabels.values();
  }

  /** How long they took, as the lines of a histogram of Prometheus. @param labels of each line, besides its own. */
  durationLines(labels: Readonly<Record<string, string>>): string[] {
    const name = "theatre_http_request_duration_seconds";
    const line = (end: string, own: Readonly<Record<string, string>>, value: number) =>
      `${name}_${end}{${Object.entries({ ...own, ...labels })
        .map(([label, text]) => `${label}="${text}"`)
        .join(",")}} ${value}`;
    return [
      `# HELP ${name} Time until the response was ready; for pages, until it was sent.`,
      `# TYPE ${name} histogram`,
      ...[...this.#byRoute].flatMap(([route, { counts, seconds }]) => {
        let count = 0;
        const buckets = counts.map((more, place) =>
          line("bucket", { le: String(bounds[place] ?? "+Inf"), route }, (count += more)),
        );
        return [...buckets, line("sum", { route }, seconds), line("count", { route }, count)];
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
    observe(requests.durations, seen.milliseconds / 1000);
    this.#write?.(seen);
  }

  #requestsLike({ route, method, status, tier }: RequestRecord): LabelledRequests {
    const last = this.#last.get(route);
    if (last && last.status === status && last.tier === tier && last.method === method) return last;
    const key = `${route} ${method} ${status} ${tier}`;
    let requests = this.#byLabels.get(key);
    if (!requests) {
      let durations = this.#byRoute.get(route);
      if (!durations)
        this.#byRoute.set(route, (durations = { counts: [...bounds, Infinity].map(() => 0), seconds: 0 }));
      requests = { route, method, status, tier, durations, count: 0 };
      this.#byLabels.set(key, requests);
    }
    this.#last.set(route, requests);
    return requests;
  }
}

function observe(durations: Durations, seconds: number): void {
  let place = 0;
  while (seconds > (bounds[place] ?? Infinity)) place += 1;
  durations.counts[place] = (durations.counts[place] ?? 0) + 1;
  durations.seconds += seconds;
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
