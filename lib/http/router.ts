import "server-only";
import { LRUCache } from "lru-cache";
import { nearestPath } from "./nearest-path.ts";
import type { Method, Operation, ResolvedTarget, Route, RouteRoot, RequestTarget } from "./route.ts";

/** Resolves a target in origin form (`/api/shows?x=1`), in absolute form (`http://host/api/shows`), or invalid. */
export type Router = (raw: string) => ResolvedTarget;

interface Pattern {
  readonly route: Route;
  /** Includes the root. */
  readonly segments: readonly string[];
  /** The last parameter takes all segments that remain. */
  readonly isOpen: boolean;
}

const maxCachedBytes = 4 * 1024 * 1024;
/** Longer targets are not cached, because a few of them would displace all others. */
const maxTargetCharacters = 512;
/** An upper estimate: every second character may begin a segment, and each value of the query is a string of its own. */
const sizeOf = (_resolved: ResolvedTarget, raw: string) => 512 + 16 * raw.length;

/**
 * Creates a router that caches what it resolves: parsing the target, matching it and reading its query would take a
 * tenth of a read. The result never depends on the data.
 *
 * @param elsewhere the route of targets outside `/api` that no route matches.
 */
export function createRouter(routes: readonly Route[], elsewhere: Route | null = null): Router {
  const patterns = routes.map(patternOf);
  // Fixed paths match before paths with parameters, so that `/health/ready` is not read as an id.
  const ordered = [...patterns.filter(isFixed), ...patterns.filter((pattern) => !isFixed(pattern))];
  const cache = new LRUCache<string, ResolvedTarget>({ maxSize: maxCachedBytes, sizeCalculation: sizeOf });
  return (raw) => {
    const known = cache.get(raw);
    if (known) return known;
    if (raw.length > maxTargetCharacters) return resolve(raw, ordered, elsewhere);
    // Copied, because a substring would keep the whole head of its request in memory.
    const copy = Buffer.from(raw).toString();
    const resolved = resolve(copy, ordered, elsewhere);
    cache.set(copy, resolved);
    return resolved;
  };
}

/** Creates a router for a host that has matched the route itself. */
export function createFixedRouter(route: Route): Router {
  const pattern = patternOf(route);
  return (raw) => {
    const target = parseTarget(raw);
    return describe(target, route, match(pattern, target) ?? {});
  };
}

function resolve(raw: string, patterns: readonly Pattern[], elsewhere: Route | null): ResolvedTarget {
  const target = parseTarget(raw);
  if (ownerOf(target) === "pages") return describe(target, elsewhere, {});
  for (const pattern of patterns) {
    const params = match(pattern, target);
    if (params) return describe(target, pattern.route, params);
  }
  if (target.segments[0] !== "api") return describe(target, elsewhere, {});
  const open = patterns.filter(({ route }) => isPublicRead(route)).map(({ segments }) => segments);
  return { ...describe(target, null, {}), nearest: nearestPath(target.segments, open) };
}

function isPublicRead({ isHidden, isPrivate, operations: { GET } }: Route): boolean {
  return GET?.declaration !== undefined && !GET.access && !isHidden && !isPrivate;
}

function describe(target: RequestTarget, route: Route | null, params: ResolvedTarget["params"]): ResolvedTarget {
  return { target, owner: ownerOf(target), route, params, nearest: null };
}

function ownerOf({ segments }: RequestTarget): ResolvedTarget["owner"] {
  return roots.some((root) => root === segments[0]) ? "api" : "pages";
}

const roots: readonly RouteRoot[] = ["api", "feeds", "downloads", "mcp"];

function patternOf(route: Route): Pattern {
  const segments = [route.root ?? "api", ...route.path.split("/").slice(1)];
  return { route, segments, isOpen: route.path.endsWith("*}") };
}

function isFixed({ route }: Pattern): boolean {
  return !route.path.includes("{");
}

function match(pattern: Pattern, { segments }: RequestTarget): Record<string, string> | null {
  const more = segments.length - pattern.segments.length;
  if (more < 0 || (more > 0 && !pattern.isOpen)) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.segments.entries()) {
    const segment = segments[index] ?? "";
    if (!expected.startsWith("{")) {
      if (expected !== segment) return null;
      continue;
    }
    const end = expected.indexOf("}");
    // What follows the parameter: the `.ics` of `{id}.ics`.
    const suffix = expected.slice(end + 1);
    if (!segment.endsWith(suffix)) return null;
    params[expected.slice(1, end)] = segment.slice(0, segment.length - suffix.length);
  }
  return params;
}

/** Parses a request target. @param raw as for a `Router`. */
export function parseTarget(raw: string): RequestTarget {
  return plain.test(raw) ? parsePlain(raw) : parseFully(raw);
}

/** Matches the common case: nothing to decode, no dots, no fragment. */
const plain = /^\/[\w/-]*(?:\?[\w=&-]+)?$/;

function parsePlain(raw: string): RequestTarget {
  const mark = raw.indexOf("?");
  const segments = raw.slice(1, mark < 0 ? undefined : mark).split("/");
  if (segments.at(-1) === "") segments.pop();
  return { segments, search: mark < 0 ? "" : raw.slice(mark + 1), href: raw, isWellFormed: true, queries: new Map() };
}

function parseFully(raw: string): RequestTarget {
  const { path, search } = split(asUnicode(raw));
  const parts = path.split("/").slice(1);
  const isWellFormed = ![...parts, ...search.split("&")].some((text) => decodePercent(text) === null);
  const resolved = resolveDots(parts.map((sent) => ({ sent, text: decodePercent(sent) ?? sent })));
  const href = `/${resolved.map(({ sent }) => sent).join("/")}${search ? `?${search}` : ""}`;
  const segments = resolved.map(({ text }) => text);
  if (segments.at(-1) === "") segments.pop();
  return { segments, search, href, isWellFormed, queries: new Map() };
}

/** Returns the values of each parameter in `names`, in the order sent. */
export function queryValues(search: string, names: readonly string[]): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  if (search === "" || names.length === 0) return values;
  for (const [name, value] of new URLSearchParams(search)) {
    if (names.includes(name)) (values[name] ??= []).push(value);
  }
  return values;
}

/** Node decodes the target as Latin-1; a client that does not percent-encode means UTF-8. */
function asUnicode(raw: string): string {
  return /[\u0080-\u00ff]/.test(raw) ? Buffer.from(raw, "latin1").toString("utf8") : raw;
}

function split(raw: string): { path: string; search: string } {
  const [target = ""] = raw.split("#", 1);
  const withoutOrigin = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, "");
  const mark = withoutOrigin.indexOf("?");
  const path = mark < 0 ? withoutOrigin : withoutOrigin.slice(0, mark);
  return { path: path.startsWith("/") ? path : `/${path}`, search: mark < 0 ? "" : withoutOrigin.slice(mark + 1) };
}

/** Without percent-encoding; null for a text whose encoding is broken or is no UTF-8. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

interface Segment {
  sent: string;
  text: string;
}

/** Removes dot segments (RFC 3986 §5.2.4); `%2e` counts as a dot. */
function resolveDots(segments: Segment[]): Segment[] {
  const resolved: Segment[] = [];
  segments.forEach((segment, index) => {
    if (segment.text !== "." && segment.text !== "..") {
      resolved.push(segment);
      return;
    }
    if (segment.text === "..") resolved.pop();
    if (index === segments.length - 1) resolved.push({ sent: "", text: "" });
  });
  return resolved;
}

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The value of `Allow`: all methods that the route offers. */
export function allowedMethods({ operations }: Route): string {
  const offered = methods.filter((method) => operations[method]);
  return [...offered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
}

export function operationFor(route: Route | null, method: string): Operation | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  const offered = methods.find((one) => one === wanted);
  return offered && route?.operations[offered];
}
