import "server-only";
import type { RequestTarget } from "../../route.ts";
import { isPublicPage, publicParameters } from "./parameters.ts";

/**
 * The query parameters that pages for signed-out readers read while they are rendered. Other parameters do not change
 * a page, such as those that newsletters add, and those that only its scripts read.
 */
export const parametersOfPages: Readonly<Record<string, readonly string[]>> = {
  "/developers": ["new"],
  "/sign-in": ["callbackUrl", "done", "error"],
  "/sign-up": ["callbackUrl"],
  "/suggest": ["resource", "id", "field", "refused", "problems"],
};

/** Longer ones are no names and no days. */
const maxQueryCharacters = 300;

/**
 * The path under which a page is cached: without the query, or for a public page with the parameters that it reads. Null
 * when another page depends on the query, and for a path that is not written as links write it, because each page would
 * have countless names.
 */
export function cachedPath({
  segments,
  search,
  href,
}: Pick<RequestTarget, "segments" | "search" | "href">): string | null {
  // The state of a suggestion changes without the data.
  if (segments[0] === "suggestions") return null;
  const path = `/${segments.map(encodeURIComponent).join("/")}`;
  if (href !== (search === "" ? path : `${path}?${search}`)) return null;
  // A redirect from there may keep the query.
  if (search !== "" && segments[0] === "dashboard") return null;
  const known = Object.hasOwn(parametersOfPages, path) ? parametersOfPages[path] : undefined;
  const sent = new URLSearchParams(search);
  if (isPublicPage(segments)) {
    const read = publicParameters(segments).flatMap((name) =>
      sent.getAll(name).map((value): [string, string] => [name, value]),
    );
    const query = new URLSearchParams(read).toString();
    if (query.length > maxQueryCharacters) return null;
    return query === "" ? path : `${path}?${query}`;
  }
  return known?.some((name) => sent.has(name)) ? null : path;
}
