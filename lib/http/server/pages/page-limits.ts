import "server-only";
import type { Clock } from "../../../core/clock.ts";
import { AppError } from "../../../core/errors.ts";
import { retryAfter } from "../../rate-limit/allowance.ts";
import { ConcurrencyLimit } from "../../../core/concurrency-limit.ts";
import type { ServerResponse } from "node:http";
import type { Infrastructure } from "../../../infrastructure.ts";
import type { HttpRequest } from "../../route.ts";
import { methodName, millisecondsSince } from "../../../core/request-metrics.ts";

/** Said by the limits of pages and of sign-ins. */
export const tooManyPages = "Too many pages are requested at once. Try again in a moment.";

/**
 * The limits of pages (contract §11). Rendering one blocks the event loop for as long as a hundred reads, and signed-out
 * readers can have that done by any number of addresses, so they get two at a time, and cached pages do not wait for
 * them. A browser sends at most six requests at once.
 */
const waiting = { waiting: 128, waitingPerCaller: 64, message: tooManyPages };
const cachedBounds = { inFlight: 8, inFlightPerCaller: 4, ...waiting };
const renderedBounds = { inFlight: 2, inFlightPerCaller: 1, ...waiting };
/** A thread draws them, one at a time; pages do not wait for it. */
const drawnBounds = { inFlight: 1, inFlightPerCaller: 1, waiting: 32, waitingPerCaller: 8, message: tooManyPages };
const signedInBounds = { inFlight: 4, inFlightPerCaller: 3, ...waiting };

const rendersPerMinute = 60;
const minuteMilliseconds = 60_000;

export interface PageLimits {
  /** Pages for signed-out readers that may be in the cache. */
  cached: ConcurrencyLimit;
  /** Pages that are rendered for signed-out readers. */
  rendered: ConcurrencyLimit;
  /** Pictures of pages that are drawn for signed-out readers. */
  drawn: ConcurrencyLimit;
  signedIn: ConcurrencyLimit;
  minutes: RenderMinutes;
}

export function createPageLimits(now: Clock): PageLimits {
  return {
    cached: new ConcurrencyLimit(cachedBounds),
    rendered: new ConcurrencyLimit(renderedBounds),
    drawn: new ConcurrencyLimit(drawnBounds),
    signedIn: new ConcurrencyLimit(signedInBounds),
    minutes: new RenderMinutes(now),
  };
}

/** Counts the pages rendered for each address, in this process and for one minute. */
class RenderMinutes {
  readonly #now: Clock;
  #minute = 0;
  readonly #counts = new Map<string, number>();

  constructor(now: Clock) {
    this.#now = now;
  }

  /** @throws AppError 503 when the address has used up its minute. */
  count(address: string): void {
    const minute = Math.floor(this.#now() / minuteMilliseconds);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = this.#counts.get(address) ?? 0;
    if (count >= rendersPerMinute) {
      throw new AppError("unavailable", {
        message: `One address may load ${rendersPerMinute} pages a minute that are not cached. Try again in a moment.`,
        headers: { "Retry-After": retryAfter(((minute + 1) * minuteMilliseconds) / 1000, this.#now()) },
      });
    }
    this.#counts.set(address, count + 1);
  }
}

interface PageRequestSummary {
  request: HttpRequest;
  id: string;
  nodeResponse: ServerResponse;
  /** One label for all pages, because clients can invent any number of paths. */
  route: "pages" | "assets";
}

/** Records a response of Next in the log and the metrics, once it is sent or the client has disconnected. */
export function recordPageRequest(
  { request, id, nodeResponse, route }: PageRequestSummary,
  { requests, reads }: Pick<Infrastructure, "requests" | "reads">,
): void {
  const startedAt = performance.now();
  const { socket } = nodeResponse;
  const sentBefore = socket?.bytesWritten ?? 0;
  nodeResponse.once("close", () => {
    reads.add(request.target.segments, nodeResponse.statusCode);
    requests.record({
      request_id: id,
      method: methodName(request.method),
      route,
      status: nodeResponse.statusCode,
      milliseconds: millisecondsSince(startedAt),
      tier: null,
      bytes: (socket?.bytesWritten ?? 0) - sentBefore,
    });
  });
}
