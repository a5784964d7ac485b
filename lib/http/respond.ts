import "server-only";
import { PassThrough } from "node:stream";
import { Representation, type BodyContent, type ContentCoding, chooseCoding } from "../catalogue/representation.ts";
import { databaseErrorToAppError } from "../db/errors.ts";
import { AppError } from "../core/errors.ts";
import { log } from "../core/log.ts";
import { memoize } from "../core/memoize.browser.ts";
import type { Admission } from "./admit.ts";
import { addDeprecationHeaders, addExposedHeader, addLink, helpLink } from "./response-headers.ts";
import { isRead } from "./identify.ts";
import type {
  HandlerResult,
  HttpRequest,
  HttpResponse,
  Operation,
  RateLimitStatus,
  Route,
  StreamedWork,
} from "./route.ts";

const exposed = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Retry-After, X-Request-Id, Link";
/** What lets another origin read a response; `cors.ts` says which origins may read and write. */
const readable = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed };
const readableStrict = {
  ...readable,
  "Access-Control-Expose-Headers": `${exposed}, X-Total-Count, RateLimit-Policy, RateLimit, Activity-Id`,
};

interface FinishedRequest {
  request: HttpRequest;
  id: string;
  route: Route | null;
  result: HandlerResult;
  /** Absent when there is none, or the request did not get that far. */
  operation?: Operation | undefined;
  /** Null on a route that is not metered. */
  admission: Pick<Admission, "rateLimit"> | null;
  now: number;
}

/** Adds the headers of every response, including those that Next writes. It mutates `headers` because this path is hot. */
export function addBaseHeaders(headers: Record<string, string>, id: string): Record<string, string> {
  headers["X-Request-Id"] = id;
  headers["X-Content-Type-Options"] = "nosniff";
  return headers;
}

/** Creates every response of the API; no other code writes its headers. */
export function createResponse({
  request,
  id,
  route,
  operation,
  result,
  admission,
  now,
}: FinishedRequest): HttpResponse | Promise<HttpResponse> {
  const { status = 200, body } = result;
  const isStrict = route !== null && isStrictRoute(route);
  const coding = body ? chooseCoding(request.header("accept-encoding"), body) : "identity";
  const headers = addBaseHeaders({ Date: httpDate(now) }, id);
  headers["Cache-Control"] = result.isConditional ? "no-cache" : "no-store";
  headers["Vary"] = "Accept-Encoding, Authorization, Cookie";
  if (!route?.isPrivate && (operation?.isOpenToOrigins || isRead(request.method)))
    Object.assign(headers, isStrict ? readableStrict : readable);
  if (admission) addQuotaHeaders(headers, admission.rateLimit);
  if (admission && isStrict) addStandardQuotaHeaders(headers, admission.rateLimit, now);
  if (result.isConditional && body) headers["ETag"] = body.etag(coding);
  if (result.headers) Object.assign(headers, result.headers);
  if (status >= 400) addLink(headers, helpLink(status));
  const deprecation = operation?.declaration?.deprecation;
  if (deprecation) addDeprecationHeaders(headers, deprecation);
  const ignored = request.target.search !== "" && status < 400 && operation?.ignoredIn?.(request.target);
  if (ignored) addExposedHeader(headers, "X-Ignored-Parameters", ignored);
  if (result.work) {
    headers["Content-Type"] = linesType;
    return { status, headers, body: null, stream: streamLines(result.work, id) };
  }
  const response: HttpResponse = { status, headers, cookies: result.cookies, body: null };
  return !body || status === 304 ? response : addBody(request.method, response, body, coding);
}

/** Adds the three headers of every metered response (contract §3). */
function addQuotaHeaders(headers: Record<string, string>, { limit, remaining, reset }: RateLimitStatus): void {
  headers["X-RateLimit-Limit"] = String(limit);
  headers["X-RateLimit-Remaining"] = String(remaining);
  headers["X-RateLimit-Reset"] = String(reset);
}

/** The same as draft-ietf-httpapi-ratelimit-headers names it (contract §12). @param now milliseconds since 1970. */
function addStandardQuotaHeaders(
  headers: Record<string, string>,
  { limit, remaining, reset }: RateLimitStatus,
  now: number,
): void {
  headers["RateLimit-Policy"] = `"daily";q=${limit};w=86400`;
  headers["RateLimit"] = `"daily";r=${remaining};t=${Math.max(0, reset - Math.floor(now / 1000))}`;
}

const linesType = "application/x-ndjson; charset=utf-8";

/**
 * Streams the progress of the work as lines of JSON; the last line has the result and its status, because the HTTP
 * status has been sent already. The work starts at once and runs to its end even when no client reads, because only
 * then does it release what it holds.
 */
function streamLines(work: StreamedWork, id: string): AsyncIterable<Buffer> {
  // Of objects, so that each line is a piece of its own.
  const lines = new PassThrough({ objectMode: true });
  void work((line) => lines.write(Buffer.from(`${JSON.stringify(line)}\n`)))
    .then((body) => lastLine(200, body))
    .catch((error: unknown) => {
      const failure = toPublicError(error, id);
      return lastLine(failure.status, representationOf(failure));
    })
    .then((line) => lines.end(line));
  return lines;
}

/** The last line: the status, followed by the members of the body. */
function lastLine(status: number, { identity }: Representation): Buffer {
  return Buffer.concat([Buffer.from(`{"status":${status},`), identity.subarray(1), Buffer.from("\n")]);
}

function addBody(
  method: string,
  response: HttpResponse,
  body: BodyContent,
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

/** The result for a request that failed or was refused. */
export function failureResult(error: unknown, id: string): HandlerResult {
  const failure = toPublicError(error, id);
  return { status: failure.status, body: representationOf(failure), headers: failure.details.headers ?? {}, failure };
}

/** Converts any error to one that is safe to show, and logs its cause. */
export function toPublicError(error: unknown, id: string): AppError {
  const failure = databaseErrorToAppError(error) ?? unexpectedError(id, error);
  if (failure.cause !== undefined) log.error({ err: failure.cause, request_id: id }, failure.message);
  return failure;
}

/** Refusals in a flood share one error (`limitExceeded` in `admit.ts`). */
const representationOf = memoize((error: AppError) => Representation.json(error.body));

/** Hides an unexpected error behind a 500 with the request id, which leads to the log entry. */
export function unexpectedError(id: string, cause?: unknown): AppError {
  const message = "Something went wrong on our side. If it lasts, tell us the request_id.";
  return new AppError("internal", { message, members: { request_id: id } }, { cause });
}

let lastSecond = -1;
let lastDate = "";

/** Formats `Date` here and not in Node, so that it is the second that `X-RateLimit-Reset` was computed from. */
function httpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(milliseconds).toUTCString();
  }
  return lastDate;
}

/** Whether the route, from contract §12 on, refuses unknown parameters; such a route also sends headers of its own. */
export function isStrictRoute({ operations: { GET, POST, PUT, PATCH, DELETE } }: Route): boolean {
  return Boolean(GET?.isStrict || POST?.isStrict || PUT?.isStrict || PATCH?.isStrict || DELETE?.isStrict);
}
