/** The API as the pages in a browser call it: by fetch, from their own origin. */

const patienceMilliseconds = 15_000;

export interface QuotaFigures {
  limit: number;
  remaining: number;
  /** Unix time in whole seconds. */
  reset: number;
}

export interface ApiAnswer {
  status: number;
  /** Null when there is none, or it is not JSON. */
  body: unknown;
  sizeBytes: number;
  etag: string | null;
  requestId: string | null;
  quota: QuotaFigures | null;
  milliseconds: number;
}

/**
 * One GET, always as far as the service: no copy that the browser keeps is asked.
 *
 * @param known the entity tag of an answer that is already held; when it still holds, the answer is a 304 without a body.
 * @throws when no answer comes.
 */
export async function callApi(path: string, known: string | null = null): Promise<ApiAnswer> {
  const started = performance.now();
  const response = await fetch(`/api${path}`, {
    cache: "no-store",
    headers: known === null ? {} : { "If-None-Match": known },
    signal: AbortSignal.timeout(patienceMilliseconds),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: parse(text),
    sizeBytes: new Blob([text]).size,
    etag: response.headers.get("ETag"),
    requestId: response.headers.get("X-Request-Id"),
    quota: quotaOf(response.headers),
    milliseconds: Math.round(performance.now() - started),
  };
}

/** What an error's body says to the person who reads it. */
export function messageOf({ body, status }: Pick<ApiAnswer, "body" | "status">): string {
  if (typeof body === "object" && body !== null) {
    if ("message" in body && typeof body.message === "string") return body.message;
    if ("error" in body && typeof body.error === "string") return body.error;
  }
  return `The service answered with status ${status}.`;
}

function quotaOf(headers: Headers): QuotaFigures | null {
  const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) => headers.get(`X-RateLimit-${name}`));
  return limit && remaining && reset
    ? { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) }
    : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
