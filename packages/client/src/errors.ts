/** What the service answered instead of what was asked for. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    /** `Show not found`: the same text for the same kind of error. */
    readonly error: string,
    /** What to tell the operator of the service; null when no response named one. */
    readonly requestId: string | null,
    /** The body as sent: `issues`, `limit`, `reset`. */
    readonly body: Readonly<Record<string, unknown>>,
    /** In seconds; null when the service does not say. */
    readonly retryAfter: number | null,
  ) {
    super(`${status} ${typeof body["message"] === "string" ? body["message"] : error}`);
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const members = typeof body === "object" && body !== null ? { ...body } : {};
  const error = "error" in members && typeof members.error === "string" ? members.error : response.statusText;
  return new ApiError(response.status, error, response.headers.get("X-Request-Id"), members, secondsToWait(response));
}

/** `Retry-After` in seconds; null when it is absent or a date. */
export function secondsToWait({ headers }: Response): number | null {
  const text = headers.get("Retry-After") ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
