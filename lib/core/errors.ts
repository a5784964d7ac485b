/** Every way in which a request can fail. Contract §4 to §8 fix the texts of `error`; a resource has its own 404. */
const table = {
  bad_request: { status: 400, error: "Bad request" },
  invalid: { status: 400, error: "Invalid request" },
  invalid_key: { status: 401, error: "Invalid API key" },
  unauthorized: { status: 401, error: "Unauthorized" },
  forbidden: { status: 403, error: "Forbidden" },
  not_found: { status: 404, error: "Not found" },
  method_not_allowed: { status: 405, error: "Method not allowed" },
  conflict: { status: 409, error: "Conflict" },
  gone: { status: 410, error: "Gone" },
  precondition_failed: { status: 412, error: "Precondition failed" },
  unsupported_media_type: { status: 415, error: "Unsupported media type" },
  request_timeout: { status: 408, error: "Request timeout" },
  content_too_large: { status: 413, error: "Content too large" },
  expectation_failed: { status: 417, error: "Expectation failed" },
  rate_limited: { status: 429, error: "Rate limit exceeded" },
  headers_too_large: { status: 431, error: "Request header fields too large" },
  internal: { status: 500, error: "Internal server error" },
  unavailable: { status: 503, error: "Service unavailable" },
} as const;

/** How long a caller should wait before the next request when a store could not be reached: `Retry-After` of a 503. */
export const retryAfterSeconds = "5";

export type ErrorCode = keyof typeof table;

export const errorCodes = Object.keys(table) as ErrorCode[];

/** Further members of an error's body, and headers of its response. */
export interface ErrorDetails {
  /** Replaces the code's default text. */
  error?: string;
  message?: string;
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Of the path that may have been meant; for the owner of the key. */
  pattern?: string;
  /** All issues of the input; `members` has the first of them. */
  issues?: readonly { path: string; message: string }[];
}

/** A failure that is reported to the caller. `message` is for the caller; the cause, if any, is for the log. */
export class AppError extends Error {
  override name = "AppError";

  /** The server's and the pages' bundle each have a copy of this class, and must recognise each other's errors. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === "AppError";
  }

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    // No stack trace: a refusal is not a defect, and there may be thousands a second.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(details.message ?? table[code].error, options);
    Error.stackTraceLimit = stackTraceLimit;
  }

  get status(): number {
    return table[this.code].status;
  }

  /** The JSON body of the response (contract §8). */
  get body(): Record<string, unknown> {
    const { error = table[this.code].error, message, members } = this.details;
    return { error, ...(message === undefined ? {} : { message }), ...members };
  }
}

/** The 503 while a store can't be reached. */
export function unavailableError(message: string, cause?: unknown): AppError {
  return new AppError("unavailable", { message, headers: { "Retry-After": retryAfterSeconds } }, { cause });
}
