import "server-only";
import type { Body } from "../snapshots/representation.ts";
import type { Session } from "../auth/session.ts";
import type { Access } from "../auth/staff.ts";
import type { Env } from "../env.ts";
import type { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { Quota } from "../rate-limit/headers.ts";
import type { Tier, Versions } from "../rate-limit/limiter.ts";
import type { Call } from "./request.ts";
import type { Declaration } from "./declaration.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** What an operation is asked: the request, and what the wrapper has found out about it. */
export interface Question {
  readonly call: Call;
  /** What stands in the path where the route's has `{name}`. */
  readonly params: Readonly<Record<string, string>>;
  readonly infrastructure: Infrastructure;
  /** Null while they can't be known; then what is held is good enough. */
  readonly versions: Versions | null;
  /** Null on a route that is not metered. */
  readonly standing: Standing | null;
  /** Who is signed in; never null where the operation's `access` asks for somebody. */
  readonly session: Session | null;
  /** Why it can't be said who is signed in; then nothing that asks for somebody is done. */
  readonly sessionTrouble: AppError | null;
}

/** Where the caller stands in the day. */
export interface Standing extends Quota {
  readonly tier: Tier;
}

export interface Answer {
  readonly status?: number;
  /** Null: there is none. */
  readonly body: Body | null;
  readonly headers?: Record<string, string>;
  /** Instead of a body: work whose progress is sent as lines of JSON while it goes on. */
  readonly work?: Work;
  /** The body has an entity tag, and a caller who already holds it is told so. */
  readonly isConditional?: boolean;
}

/**
 * @param tell sends one line.
 * @returns what the last line says, after a `status`; what it throws is said there too.
 */
export type Work = (tell: (line: object) => void) => Promise<Body>;

export interface Operation {
  /** Answered without being counted (contract §3). */
  readonly isFree?: boolean;
  /** Its answers are conditional, so that `If-None-Match` is looked at before anything is counted. */
  readonly isConditional?: boolean;
  /** Who may; absent: anybody. Checked before anything of the body is read. */
  readonly access?: Access;
  /** Absent where the document has its own description of the operation, or none. */
  readonly declaration?: Declaration;
  answer(question: Question): Answer | Promise<Answer>;
}

/** One path of the API and what can be done there. `HEAD` follows from `GET`, `OPTIONS` from all of them. */
export interface Route {
  /** As OpenAPI writes it, under `/api`: `/shows/{id}`. */
  readonly path: string;
  /** What it is called in the log and the metrics; absent: its path. */
  readonly name?: string;
  /** Whether this caller is answered 404, as for a path that does not exist. */
  isHidden?(call: Call, settings: Env): boolean;
  /** False for health, which is outside of all counting. */
  readonly isMetered: boolean;
  /** For the service's own pages only, reading too: a browser lets no other origin have its answers (contract §9). */
  readonly isPrivate?: boolean;
  readonly operations: Partial<Record<Method, Operation>>;
}

/** For `Allow`: everything that the route answers. */
export function allowedMethods({ operations }: Route): string {
  const offered = methods.filter((method) => operations[method]);
  return [...offered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
}

export function operationFor(route: Route | null, method: string): Operation | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  const offered = methods.find((one) => one === wanted);
  return offered && route?.operations[offered];
}

/** The values of the path's parameters when `segments`, the leading `api` among them, fit it; else null. */
export function matchPath(path: string, segments: readonly string[]): Record<string, string> | null {
  const pattern = patternOf(path);
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (let index = 0; index < pattern.length; index += 1) {
    const [expected, segment] = [pattern[index] ?? "", segments[index] ?? ""];
    if (expected.startsWith("{")) params[expected.slice(1, -1)] = segment;
    else if (expected !== segment) return null;
  }
  return params;
}

/** As many as there are routes. */
const patterns = new Map<string, readonly string[]>();

function patternOf(path: string): readonly string[] {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = ["api", ...path.split("/").slice(1)];
    patterns.set(path, pattern);
  }
  return pattern;
}
