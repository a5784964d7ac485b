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

const usual = { waiting: 128, waitingPerCaller: 64, message: tooManyPages };
const rendersPerMinute = 60;
const minuteMilliseconds = 60_000;

export type PageLimits = ReturnType<typeof createPageLimits>;

/**
 * The limits of pages (contract §11). Rendering one blocks the event loop for as long as a hundred reads, and signed-out
 * readers can have that done by any number of addresses, so they get two at a time, and cached pages do not wait for
 * them. A browser sends at most six requests at once.
 */
export function createPageLimits(now: Clock) {
  return {
    /** Pages for signed-out readers that may be in the cache. */
    cached: new ConcurrencyLimit({ inFlight: 8, inFlightPerCaller: 4, ...usual }),
    /** Pages that are rendered for signed-out readers. */
    rendered: new ConcurrencyLimit({ inFlight: 2, inFlightPerCaller: 1, ...usual }),
    /** Pictures of pages, for signed-out readers. A thread draws them, one at a time; pages do not wait for it. */
    drawn: new ConcurrencyLimit({ inFlight: 1, inFlightPerCaller: 1, ...usual, waiting: 32, waitingPerCaller: 8 }),
    signedIn: new ConcurrencyLimit({ inFlight: 4, inFlightPerCaller: 3, ...usual }),
    countRender: renderCounter(now),
  };
}

/** Counts the pages rendered for an address in a minute, in this process. The function throws AppError 503. */
function renderCounter(now: Clock): (address: string) => void {
  const counts = new Map<string, number>();
  let countedMinute = 0;
  return (address) => {
    const minute = Math.floor(now() / minuteMilliseconds);
    if (minute !== countedMinute) counts.clear();
    countedMinute = minute;
    const count = counts.get(address) ?? 0;
    if (count >= rendersPerMinute) {
      throw new AppError("unavailable", {
        message: `One address may load ${rendersPerMinute} pages a minute that are not cached. Try again in a moment.`,
        headers: { "Retry-After": retryAfter(((minute + 1) * minuteMilliseconds) / 1000, now()) },
      });
    }
    counts.set(address, count + 1);
  };
}

/** Whether the target is a static asset of a page, which browsers cache for ever. */
export function isAsset({ target }: HttpRequest): boolean {
  return target.segments[0] === "_next" && target.segments[1] === "static";
}

/** Records a response of Next in the log and the metrics, once it is sent or the client has disconnected. */
export function recordPageRequest(
  request: HttpRequest,
  id: string,
  nodeResponse: ServerResponse,
  { requests, reads }: Infrastructure,
): void {
  const startedAt = performance.now();
  const { socket } = nodeResponse;
  const sentBefore = socket?.bytesWritten ?? 0;
  nodeResponse.once("close", () => {
    reads.add(request.target.segments, nodeResponse.statusCode);
    requests.record({
      request_id: id,
      method: methodName(request.method),
      // One label for all pages, because clients can invent any number of paths.
      route: isAsset(request) ? "assets" : "pages",
      status: nodeResponse.statusCode,
      milliseconds: millisecondsSince(startedAt),
      tier: null,
      bytes: (socket?.bytesWritten ?? 0) - sentBefore,
    });
  });
}
