import "server-only";
import type { Route, Target } from "./route.ts";

const [mostRemembered, longestRemembered] = [2_000, 200];

/** What is asked for is mostly what was asked for before. Whatever is known of a target may be kept by its identity. */
const remembered = new Map<string, Target>();

/** @param raw origin form (`/api/shows?x=1`), absolute form (`http://host/api/shows`), or anything a client makes up. */
export function parseTarget(raw: string): Target {
  const known = remembered.get(raw);
  if (known) return known;
  const target = plain.test(raw) ? takePlain(raw) : takeApart(raw);
  if (raw.length > longestRemembered) return target;
  // Whoever makes targets up without end only takes everybody back to parsing.
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(raw, target);
  return target;
}

/** What almost everybody sends: nothing to decode, no dots, no fragment. */
const plain = /^\/[\w/-]*(?:\?[\w=&-]+)?$/;

function takePlain(raw: string): Target {
  const mark = raw.indexOf("?");
  const segments = raw.slice(1, mark < 0 ? undefined : mark).split("/");
  if (segments.at(-1) === "") segments.pop();
  return { segments, search: mark < 0 ? "" : raw.slice(mark + 1), href: raw, isWellFormed: true };
}

function takeApart(raw: string): Target {
  const { path, search } = split(asUnicode(raw));
  const parts = path.split("/").slice(1);
  const isWellFormed = ![...parts, ...search.split("&")].some((text) => decode(text) === null);
  const resolved = resolveDots(parts.map((sent) => ({ sent, text: decode(sent) ?? sent })));
  const href = `/${resolved.map(({ sent }) => sent).join("/")}${search ? `?${search}` : ""}`;
  const segments = resolved.map(({ text }) => text);
  if (segments.at(-1) === "") segments.pop();
  return { segments, search, href, isWellFormed };
}

export function isUnderApi(target: Target): boolean {
  return target.segments[0] === "api";
}

/** The values that a query gives for `names`, in the order given. */
export function queryValues(search: string, names: readonly string[]): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  if (search === "" || names.length === 0) return values;
  for (const [name, value] of new URLSearchParams(search)) {
    if (names.includes(name)) (values[name] ??= []).push(value);
  }
  return values;
}

/** Node hands over bytes as Latin-1; a client that doesn't encode means UTF-8. */
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

function decode(text: string): string | null {
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

/** RFC 3986 §5.2.4; `%2e` is a dot too. */
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

/** Finds the route of a target; null where there is none. */
export type Router = (target: Target) => Route | null;

/** A path without parameters is found before one with: `/health/ready` is nobody's id. */
export function routerOf(routes: readonly Route[]): Router {
  const [fixed, open] = [
    routes.filter((route) => !route.path.includes("{")),
    routes.filter((route) => route.path.includes("{")),
  ];
  const byPath = new Map(fixed.map((route) => [`api${route.path}`, route]));
  const look = ({ segments }: Target): Route | null => {
    const route = byPath.get(segments.join("/"));
    // A slash that was encoded is a letter of its segment.
    if (route && matchPath(route.path, segments)) return route;
    return open.find(({ path }) => matchPath(path, segments) !== null) ?? null;
  };
  const found = new WeakMap<Target, Route | null>();
  return (target) => {
    let route = found.get(target);
    if (route === undefined) {
      route = look(target);
      found.set(target, route);
    }
    return route;
  };
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
