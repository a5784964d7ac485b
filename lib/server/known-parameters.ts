import "server-only";
import type { RequestTarget } from "../http/route.ts";

/**
 * The query parameters that pages for signed-out readers read while they are rendered. Other parameters do not change
 * a page, such as those that newsletters add, and those that only its scripts read.
 */
export const parametersOfPages: Readonly<Record<string, readonly string[]>> = {
  "/developers": ["new", "request_id"],
  "/sign-in": ["again", "callbackUrl", "done", "error"],
  "/sign-up": ["callbackUrl"],
};

/**
 * The path of a page that does not depend on the query; null when it does, and for a path that is not written as links
 * write it, because each page would have countless names.
 */
export function queryFreePath({ segments, search, href }: RequestTarget): string | null {
  const path = `/${segments.map(encodeURIComponent).join("/")}`;
  if (href !== (search === "" ? path : `${path}?${search}`)) return null;
  // A redirect from there may keep the query.
  if (search !== "" && segments[0] === "dashboard") return null;
  const known = Object.hasOwn(parametersOfPages, path) ? parametersOfPages[path] : undefined;
  const sent = new URLSearchParams(search);
  return known?.some((name) => sent.has(name)) ? null : path;
}
