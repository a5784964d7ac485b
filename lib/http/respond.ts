import "server-only";
import { Representation, type ContentCoding, chooseCoding } from "../snapshots/representation.ts";
import { databaseErrorToAppError } from "../db/errors.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import type { Admission } from "./admit.ts";
import { isRead } from "./identify.ts";
import type { HandlerResult, HttpRequest, HttpResponse, RateLimitStatus, StreamedWork } from "./route.ts";

/** Cross-origin rules of contract §9: anybody may read, but for what is private; nobody may write. */
const readable = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Retry-After, X-Request-Id",
};

/** What a browser is told before it asks; kept for a day. */
export const preflightHeaders = {
  ...readable,
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "Authorization, If-None-Match, Content-Type",
  "Access-Control-Max-Age": "86400",
};

interface FinishedRequest {
  request: HttpRequest;
  id: string;
  /** No other origin may read the answer. */
  isPrivate: boolean;
  result: HandlerResult;
  /** Null on a route that is not metered. */
  admission: Admission | null;
  now: number;
}

/** Adds what every answer carries, also one that Next writes. In place: every request comes by here. */
export function addBaseHeaders(headers: Record<string, string>, id: string): Record<string, string> {
  headers["X-Request-Id"] = id;
  headers["X-Content-Type-Options"] = "nosniff";
  return headers;
}

/** The one exit: every header of every answer that we make is written here. */
export function createResponse({
  request,
  id,
  isPrivate,
  result,
  admission,
  now,
}: FinishedRequest): HttpResponse | Promise<HttpResponse> {
  const { status = 200, body } = result;
  const coding = body ? chooseCoding(request.header("accept-encoding"), body) : "identity";
  const headers = addBaseHeaders({ Date: httpDate(now) }, id);
  headers["Cache-Control"] = result.isConditional ? "no-cache" : "no-store";
  headers["Vary"] = "Accept-Encoding, Authorization, Cookie";
  if (!isPrivate && isRead(request.method)) Object.assign(headers, readable);
  if (admission) addQuotaHeaders(headers, admission.rateLimit);
  if (result.isConditional && body) headers["ETag"] = body.etag(coding);
  if (result.headers) Object.assign(headers, result.headers);
  if (result.work) {
    headers["Content-Type"] = linesType;
    return { status, headers, body: null, stream: streamLines(result.work, id) };
  }
  if (!body || status === 304) return { status, headers, body: null };
  return addBody(request.method, { status, headers, body: null }, body, coding);
}

/** The three headers that every metered response carries (contract §3). */
function addQuotaHeaders(headers: Record<string, string>, { limit, remaining, reset }: RateLimitStatus): void {
  headers["X-RateLimit-Limit"] = String(limit);
  headers["X-RateLimit-Remaining"] = String(remaining);
  headers["X-RateLimit-Reset"] = String(reset);
}

const linesType = "application/x-ndjson; charset=utf-8";

/**
 * What the work tells, line by line, and what comes of it; the status was sent long before. The work
 * begins at once: what it holds it gives back at its end, which must come even when no client reads.
 */
function streamLines(work: StreamedWork, id: string): AsyncIterable<Buffer> {
  const waiting: Buffer[] = [];
  let wake = () => {};
  let isOver = false;
  const say = (line: Buffer) => {
    waiting.push(line);
    wake();
  };
  void work((line) => say(Buffer.from(`${JSON.stringify(line)}\n`)))
    .then((body) => lastLine(200, body))
    .catch((error: unknown) => {
      const { status = 500, body } = failureResult(error, id);
      return lastLine(status, body ?? Representation.json({}));
    })
    .then((line) => {
      isOver = true;
      say(line);
    });
  return (async function* () {
    for (;;) {
      const next = waiting.shift();
      if (next) yield next;
      else if (isOver) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  })();
}

/** The body's members after the status. */
function lastLine(status: number, { identity }: Representation): Buffer {
  return Buffer.concat([Buffer.from(`{"status":${status},`), identity.subarray(1), Buffer.from("\n")]);
}

function addBody(
  method: string,
  response: HttpResponse,
  body: Representation,
  coding: ContentCoding,
): HttpResponse | Promise<HttpResponse> {
  const complete = (bytes: Buffer): HttpResponse => {
    response.headers["Content-Type"] = body.type;
    response.headers["Content-Length"] = String(bytes.length);
    if (coding !== "identity") response.headers["Content-Encoding"] = coding;
    response.body = method === "HEAD" ? null : bytes;
    return response;
  };
  const bytes = body.bytes(coding);
  return Buffer.isBuffer(bytes) ? complete(bytes) : bytes.then(complete);
}

/** What is answered to a request that failed, or was refused. */
export function failureResult(error: unknown, id: string): HandlerResult {
  const told = toPublicError(error, id);
  return { status: told.status, body: representationOf(told), headers: told.details.headers ?? {} };
}

/** What a caller is told of whatever went wrong; the log has the cause. */
export function toPublicError(error: unknown, id: string): AppError {
  const told = databaseErrorToAppError(error) ?? unexpectedError(error, id);
  if (told.cause !== undefined) log.error({ err: told.cause, request_id: id }, told.message);
  return told;
}

const representations = new WeakMap<AppError, Representation>();

/** Made once: a flood of refusals sends the same error each time (`exceeded` in `admit.ts`). */
function representationOf(error: AppError): Representation {
  let body = representations.get(error);
  if (!body) {
    body = Representation.json(error.body);
    representations.set(error, body);
  }
  return body;
}

/** What nobody foresaw: the log has it, the caller has the id under which. */
function unexpectedError(error: unknown, id: string): AppError {
  return new AppError(
    "internal",
    { message: "Something went wrong on our side. If it lasts, tell us the request_id.", members: { request_id: id } },
    { cause: error },
  );
}

let lastSecond = -1;
let lastDate = "";

/** Written by us, not by Node, so that it is the second that `X-RateLimit-Reset` was reckoned from. */
function httpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(milliseconds).toUTCString();
  }
  return lastDate;
}
