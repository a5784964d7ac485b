import "server-only";
import type { Soon } from "../core/promises.ts";
import type { BodyContent, Representation } from "../catalogue/representation.ts";
import type { Session } from "./access/session.ts";
import type { Permission } from "./access/permissions.browser.ts";
import type { Env } from "../settings/env.ts";
import type { Reader } from "../core/computed-reads.ts";
import type { AppError } from "../core/errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { Tier, Versions } from "./rate-limit/limiter.ts";
import type { Declaration } from "./declaration.ts";
import type { NearestPath } from "./nearest-path.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The first segments of the URLs that the pipeline serves; Next's pages have all others. */
export type RouteRoot = "api" | "feeds" | "downloads" | "mcp";

/** A parsed request target (RFC 9112 §3.2). */
export interface RequestTarget {
  /** Decoded, with dot segments resolved and without the empty segment of a trailing slash. */
  readonly segments: readonly string[];
  /** The query as sent, without the question mark. */
  readonly search: string;
  /** Path and query as one string. */
  readonly href: string;
  /** False when the percent-encoding of path or query is broken (RFC 3986 §2.1) or does not decode to UTF-8. */
  readonly isWellFormed: boolean;
  /** Parsed queries, keyed by their schema. */
  readonly queries: Map<object, unknown>;
}

/** Everything that follows from a raw target and the list of routes alone. */
export interface ResolvedTarget {
  readonly target: RequestTarget;
  /** The part of the service that responds: its routes, or Next's pages. */
  readonly owner: "api" | "pages";
  /** Null when no route matches. */
  readonly route: Route | null;
  /** The values of the `{name}` parameters in the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** Without a route, the public path that the caller may have meant; null when none is near. */
  readonly nearest: NearestPath | null;
}

/** A request, independent of the server that received it: the service's own or Next's. */
export interface HttpRequest extends ResolvedTarget {
  readonly method: string;
  /** Returns a header's value. @param name in lower case. */
  header(name: string): string | undefined;
  /** The remote address of the connection; null when unknown. */
  readonly peer: string | null;
  /** Reads at most `max` bytes of the body. @throws AppError 413 when it is longer, 400 when it ends early. */
  readBody(max: number): Promise<Buffer>;
  /** Whether the client has disconnected, or, of a read, has ended its half of the connection. */
  isGone(): boolean;
  /** The same of a write too, for what only a browser asks: one that gives up ends its half of the connection. */
  hasLeft(): boolean;
  /** Why the request is malformed, regardless of its route; null when it is not. */
  readonly defect: AppError | null;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  /** The values of its `Set-Cookie` headers. */
  cookies?: readonly string[];
  /** Null for HEAD and for responses without a body. */
  body: Buffer | null;
  /** Replaces the body with one that is produced while it is sent. Its producer runs to its end even when no client reads. */
  stream?: AsyncIterable<Buffer>;
}

/** The input of an operation: the request, and what the pipeline has found out about its caller. */
export interface RequestContext {
  readonly request: HttpRequest;
  /** As in `X-Request-Id` and the log. */
  readonly requestId: string;
  /** The values of the `{name}` parameters in the route's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly infrastructure: Infrastructure;
  /** Null while the versions can't be read; then a cached snapshot may be served. */
  readonly versions: Versions | null;
  /** Null on a route that is not metered. */
  readonly rateLimit: RateLimitStatus | null;
  /** The caller's session; never null where the operation declares `access`. */
  readonly session: Session | null;
  /** What the request is counted on: `ip:192.0.2.1`, `key:…`. */
  readonly caller: string;
  /** Why the session could not be checked; operations that declare `access` are then refused. */
  readonly sessionError: AppError | null;
  /** Counts a request of a route that `isFree`. @returns the 429 when the quota is used up. Absent on other routes. */
  readonly charge?: (() => Promise<AppError | null>) | undefined;
}

/** What a read of the data needs of a request's context. */
export type ReadContext = Pick<RequestContext, "infrastructure" | "versions"> & Reader;

/** The caller's quota after this request, as reported in headers and bodies. */
export interface RateLimitStatus {
  readonly tier: Tier;
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in whole seconds: the next midnight in UTC. */
  readonly reset: number;
}

export interface HandlerResult {
  readonly status?: number;
  /** Null when the response has no body. */
  readonly body: BodyContent | null;
  readonly headers?: Record<string, string>;
  /** The values of its `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
  /** Replaces the body: the work's progress is sent as lines of JSON while it runs. */
  readonly work?: StreamedWork;
  /** The body gets an entity tag, and a matching `If-None-Match` gets a 304. */
  readonly isConditional?: boolean;
  readonly failure?: AppError;
}

/** Work that reports its progress in lines. @returns the members of the last one, which a thrown error becomes too. */
export type StreamedWork = (send: (line: object) => void) => Promise<Representation>;

export interface Operation {
  /** Requests are not counted (contract §3). */
  readonly isFree?: boolean;
  /** By it a person gets in, or gets a key: not counted on the day, but by the minute (`entry.ts`). */
  readonly isEntry?: boolean;
  /** The pipeline checks `If-None-Match` before it counts the request, because a 304 is free. */
  readonly isConditional?: boolean;
  /** The required permission, and with it a session; public when absent. It is checked before the body is read. */
  readonly access?: Permission;
  /** The session must be of a sign-in within the last minutes. */
  readonly needsFreshSignIn?: boolean;
  /** Pages of any origin may send this write, without cookies of theirs (contract §18). */
  readonly isOpenToOrigins?: boolean;
  /** A parameter that the operation does not know is 400. */
  readonly isStrict?: boolean;
  /** The parameters of the target that it ignores, for `X-Ignored-Parameters`; absent: it ignores none, or says nothing. */
  ignoredIn?(target: RequestTarget): string;
  /** Absent when the document describes the operation separately or omits it. */
  readonly declaration?: Declaration;
  handle(context: RequestContext): Soon<HandlerResult>;
  /** What a browser gets that has sent a page's form, in place of an error; null for other requests. */
  failForm?(request: HttpRequest, failure: AppError): HandlerResult | null;
}

/** One path of the API and its operations. `HEAD` is derived from `GET`, `OPTIONS` from all of them. */
export interface Route {
  /** In OpenAPI's notation, without `/api` or its other `root`: `/shows/{id}`. A last `{path*}` takes all that follows. */
  readonly path: string;
  /** The first segment of its URL; `api` when absent. */
  readonly root?: RouteRoot;
  /** The route's name in the log and the metrics; defaults to its root and path. */
  readonly name?: string;
  /** Whether the route responds 404 to this request, as if the path did not exist. */
  isHidden?(request: HttpRequest, settings: Env): boolean;
  /** False for the health checks, which are never counted. */
  readonly isMetered: boolean;
  /** Requests are counted only when an operation charges them. */
  readonly isFree?: boolean;
  /** Headers that identify no caller here: programs send no session, and an operator's secret is no key. */
  readonly ignoredCredentials?: readonly ("authorization" | "cookie")[];
  /** What a `GET` gets while the database can't be opened, on a host that opens it in a request; absent: 503. */
  readonly withoutDatabase?: () => HandlerResult;
  /** Only the service's own pages may read it: no other origin gets CORS headers (contract §9). */
  readonly isPrivate?: boolean;
  /** Headers of all its responses, in place of others with these names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly operations: Partial<Record<Method, Operation>>;
}

/** A route whose requests are counted. */
export function meteredRoute(path: string, operations: Route["operations"]): Route {
  return { path, isMetered: true, operations };
}

/** The same, which only the service's own pages may read. */
export function privateRoute(path: string, operations: Route["operations"]): Route {
  return { ...meteredRoute(path, operations), isPrivate: true };
}
