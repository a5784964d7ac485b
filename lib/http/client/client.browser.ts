import { membersOf, parseJson } from "../../core/json.browser.ts";
import { isOfEndedSession, quotaFigures, usedUpMessage } from "./daily-limit.browser.ts";
import { withFreshSignIn } from "./fresh-sign-in.browser.ts";

/** Calls the API from a page in the browser, by fetch, from the same origin. */

const readLimitMilliseconds = 15_000;
/** Timeout for a write, which may undo thousands of changes. */
export const writeLimitMilliseconds = 60_000;

export type QuotaFigures = NonNullable<ReturnType<typeof quotaFigures>>;

export interface ApiResponse<Body = unknown> {
  status: number;
  /** Null when there is none, or it is not JSON. */
  body: Body;
  sizeBytes: number;
  etag: string | null;
  requestId: string | null;
  /** The entry of a write in the activity log; null when it changed nothing. */
  activityId: string | null;
  quota: QuotaFigures | null;
  /** The headers of a page of a list. */
  link: string | null;
  totalCount: string | null;
  milliseconds: number;
}

/** A failed or missing response, with a message for the user. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  /** @param cause why no response came; `response` is null then. */
  constructor(
    readonly response: ApiResponse | null,
    cause?: unknown,
  ) {
    super(response ? (usedUpMessage(response) ?? messageOf(response)) : noResponseMessage(cause), { cause });
  }

  /** Whether the session with which this page was opened has ended. */
  get isSessionOver(): boolean {
    return this.response !== null && isOfEndedSession(this.response);
  }

  /** The invalid fields (contract §5); empty for other failures. */
  get issues(): { path: string; message: string; now?: unknown }[] {
    const { issues } = membersOf(this.response?.body);
    return Array.isArray(issues) ? issues.filter(isIssue) : [];
  }
}

/**
 * Sends a GET that bypasses the browser's cache.
 *
 * @param known the entity tag of a known response; when it is still current, the answer is a 304 without a body.
 * @param key an API key to count on; empty for none.
 * @throws when no response comes.
 */
export function getApi(path: string, known: string | null = null, key = ""): Promise<ApiResponse> {
  const headers = {
    ...(known === null ? {} : { "If-None-Match": known }),
    ...(key === "" ? {} : { Authorization: `Bearer ${key}` }),
  };
  return exchange(path, { headers });
}

/**
 * Sends a write with this browser's session.
 *
 * @param body sent as JSON, if given.
 * @param holds the entity tag that the record must still have.
 * @param signal ends the wait; the service may still carry out the write.
 * @throws RequestError for every unsuccessful response, and when none comes.
 */
export async function sendApi<Body = unknown>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  holds?: string | null,
  signal?: AbortSignal,
): Promise<ApiResponse<Body>> {
  const headers = {
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(holds ? { "If-Match": holds } : {}),
  };
  // Without a body, its text is undefined, as `fetch` takes it.
  const answer = await exchange(path, { method, headers, signal, body: JSON.stringify(body) }).catch(fail);
  if (answer.status >= 400) throw new RequestError(answer);
  return answer as ApiResponse<Body>;
}

/**
 * Sends a POST whose response comes line by line, without a timeout.
 *
 * @param body a form, or what is sent as JSON.
 * @param onLine called with each line but the last.
 * @param signal ends the wait.
 * @returns the content of the last line.
 * @throws RequestError when that is not a success, or does not come.
 */
export async function sendForLines(
  path: string,
  body: unknown,
  onLine: (line: unknown) => void,
  signal?: AbortSignal,
): Promise<ApiResponse> {
  const started = performance.now();
  const isForm = body instanceof FormData;
  const headers = { ...(!isForm && { "Content-Type": "application/json" }), Accept: "application/x-ndjson" };
  const response = await fetch(`/api${path}`, {
    method: "POST",
    headers,
    cache: "no-store",
    body: isForm ? body : JSON.stringify(body),
    signal,
  }).catch(fail);
  const last = await lastLine(response, onLine).catch(fail);
  if (last === null) throw new RequestError(null);
  const { status } = membersOf(parseJson(last));
  const answer = toApiResponse(response, last, Math.round(performance.now() - started));
  const final = { ...answer, status: typeof status === "number" ? status : answer.status };
  if (final.status >= 400) throw new RequestError(final);
  return final;
}

/** Sends a GET for CSV. @throws RequestError for every unsuccessful response, and when none comes. */
export async function getCsv(path: string): Promise<string> {
  const signal = AbortSignal.timeout(readLimitMilliseconds);
  const init = { headers: { Accept: "text/csv" }, cache: "no-store", signal } as const;
  const response = await fetch(`/api${path}`, init).catch(fail);
  const text = await response.text().catch(fail);
  if (!response.ok) throw new RequestError(toApiResponse(response, text, 0));
  return text;
}

/** For a request without a response. @throws RequestError */
function fail(cause: unknown): never {
  throw new RequestError(null, cause);
}

/** @returns null when the connection ended within a line. */
async function lastLine(response: Response, onLine: (line: unknown) => void): Promise<string | null> {
  if (!response.headers.get("Content-Type")?.startsWith("application/x-ndjson")) return response.text();
  let last: string | null = null;
  let pending = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) return pending === "" ? last : null;
    const [rest = "", ...lines] = value?.split("\n") ?? [];
    pending += rest;
    for (const line of lines) {
      if (last !== null) onLine(parseJson(last));
      last = pending;
      pending = line;
    }
  }
}

/** How many writes of this page have ended. A read that began before one may not have seen it. */
export const writes = { ended: 0 };

/** Sends a request; again after a new sign-in, where it needs one. */
function exchange(path: string, init: RequestInit): Promise<ApiResponse> {
  return withFreshSignIn(async () => {
    const started = performance.now();
    const limit = AbortSignal.timeout(init.method ? writeLimitMilliseconds : readLimitMilliseconds);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(`/api${path}`, { ...init, cache: "no-store", signal }).finally(() => {
      if (init.method) writes.ended += 1;
    });
    return toApiResponse(response, await response.text(), Math.round(performance.now() - started));
  });
}

function toApiResponse({ status, headers }: Response, text: string, milliseconds: number): ApiResponse {
  return {
    status,
    body: parseJson(text) ?? null,
    sizeBytes: new Blob([text]).size,
    etag: headers.get("ETag"),
    requestId: headers.get("X-Request-Id"),
    activityId: headers.get("Activity-Id"),
    quota: quotaFigures(headers),
    link: headers.get("Link"),
    totalCount: headers.get("X-Total-Count"),
    milliseconds,
  };
}

/** Why no response came. A write that was given up may have been carried out. */
function noResponseMessage(cause: unknown): string {
  const name = cause instanceof DOMException ? cause.name : "";
  if (name === "AbortError") return "Stopped. Your change may still have been saved.";
  if (name === "TimeoutError") return "The service did not respond in time. Your change may still have been saved.";
  return "The service could not be reached. Check your connection and try again.";
}

/** The message of an error's body, for the user. */
export function messageOf({ body, status }: Pick<ApiResponse, "body" | "status">): string {
  const { message, error } = membersOf(body);
  return [message, error].find((word) => typeof word === "string") ?? `The service answered with status ${status}.`;
}

function isIssue(issue: unknown): issue is { path: string; message: string; now?: unknown } {
  const { path, message } = membersOf(issue);
  return typeof path === "string" && typeof message === "string";
}
