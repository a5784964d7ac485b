import "server-only";
import type { Representation } from "../snapshots/representation.ts";
import type { Session } from "../auth/session.ts";
import type { RequiredAccess } from "../auth/staff.ts";
import type { Env } from "../env.ts";
import type { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { RateLimit, Tier, Versions } from "../rate-limit/limiter.ts";
import type { Declaration } from "./declaration.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request target (RFC 9112 §3.2), taken apart. */
export interface RequestTarget {
  /** Decoded, dot segments resolved, without the empty one that a trailing slash leaves. */
  readonly segments: readonly string[];
  /** As sent, without the question mark. */
  readonly search: string;
  /** Path and query for whoever must be handed a string. */
  readonly href: string;
  /** False when the percent-encoding of path or query is broken (RFC 3986 §2.1, or no UTF-8). */
  readonly isWellFormed: boolean;
  /** What the query says, by the schema that has read it. */
  readonly queries: Map<object, unknown>;
}

/** All that follows from a raw target and the list of routes alone. */
export interface ResolvedTarget {
  readonly target: RequestTarget;
  /** Who answers: the API's routes, next-auth, or Next's pages. */
  readonly owner: "api" | "auth" | "pages";
  /** Null where there is none. */
  readonly route: Route | null;
  /** The values of the parameters in the route's path. */
  readonly params: Readonly<Record<string, string>>;
}

/** One request, from whichever door it came: our own port, or Next's. */
export interface HttpRequest extends ResolvedTarget {
  readonly method: string;
  /** The value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /** The address at the other end of the connection, where that is known. */
  readonly peer: string | null;
  /**
   * The bytes of the body, at most `max` of them.
   *
   * @throws AppError 413 when there are more, 400 when it ends before its announced end.
   */
  readBody(max: number): Promise<Buffer>;
  /** Whether it is known that nobody waits for the answer any more. */
  isGone(): boolean;
  /** What is wrong with the request before anybody looks at what it asks for. */
  readonly defect: AppError | null;
}

/** One answer, ready to be written. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  /** Null where there is none, and for HEAD. */
  body: Buffer | null;
  /** Instead of a body: one that is made while it is sent. Its making goes on to its end even when it is not read. */
  stream?: AsyncIterable<Buffer>;
}

/** What an operation is asked: the request, and what the wrapper has found out about it. */
export interface RequestContext {
  readonly request: HttpRequest;
  /** What stands in the path where the route's has `{name}`. */
  readonly params: Readonly<Record<string, string>>;
  readonly infrastructure: Infrastructure;
  /** Null while they can't be known; then what is held is good enough. */
  readonly versions: Versions | null;
  /** Null on a route that is not metered. */
  readonly rateLimit: RateLimitStatus | null;
  /** Who is signed in; never null where the operation's `access` asks for somebody. */
  readonly session: Session | null;
  /** Why it can't be said who is signed in; then nothing that asks for somebody is done. */
  readonly sessionError: AppError | null;
}

/** Where the caller stands in the day. */
export interface RateLimitStatus extends RateLimit {
  readonly tier: Tier;
}

export interface HandlerResult {
  readonly status?: number;
  /** Null: there is none. */
  readonly body: Representation | null;
  readonly headers?: Record<string, string>;
  /** Instead of a body: work whose progress is sent as lines of JSON while it goes on. */
  readonly work?: StreamedWork;
  /** The body has an entity tag, and a caller who already holds it is told so. */
  readonly isConditional?: boolean;
}

/**
 * @param send sends one line.
 * @returns what the last line says, after a `status`; what it throws is said there too.
 */
export type StreamedWork = (send: (line: object) => void) => Promise<Representation>;

export interface Operation {
  /** Answered without being counted (contract §3). */
  readonly isFree?: boolean;
  /** Its answers are conditional, so that `If-None-Match` is looked at before anything is counted. */
  readonly isConditional?: boolean;
  /** Who may; absent: anybody. Checked before anything of the body is read. */
  readonly access?: RequiredAccess;
  /** Absent where the document has its own description of the operation, or none. */
  readonly declaration?: Declaration;
  handle(context: RequestContext): HandlerResult | Promise<HandlerResult>;
}

/** One path of the API and what can be done there. `HEAD` follows from `GET`, `OPTIONS` from all of them. */
export interface Route {
  /** As OpenAPI writes it, under `/api`: `/shows/{id}`. */
  readonly path: string;
  /** What it is called in the log and the metrics; absent: its path. */
  readonly name?: string;
  /** Whether this caller is answered 404, as for a path that does not exist. */
  isHidden?(request: HttpRequest, settings: Env): boolean;
  /** False for health, which is outside of all counting. */
  readonly isMetered: boolean;
  /** For the service's own pages only, reading too: a browser lets no other origin have its answers (contract §9). */
  readonly isPrivate?: boolean;
  readonly operations: Partial<Record<Method, Operation>>;
}
