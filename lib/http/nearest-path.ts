import "server-only";
import { AppError } from "../core/errors.ts";
import { isOneLetterOff } from "../core/fold.browser.ts";

/** Longer segments are no misspelt names, and a letter of a shorter one is too much of it. */
const [maxCharacters, minCharacters] = [32, 3];

/** The pattern is without the values that were sent. */
export type NearestPath = Readonly<Record<"path" | "pattern", string>>;

/** The path that a caller may have meant; null when none is near. @param patterns with parameters as `{id}`. */
export function nearestPath(segments: readonly string[], patterns: readonly (readonly string[])[]): NearestPath | null {
  if (segments.some((segment) => segment.length > maxCharacters)) return null;
  const nearest = patterns.find(
    (pattern) => pattern.length === segments.length && pattern.every((name, index) => isNear(name, segments[index])),
  );
  if (!nearest) return null;
  const path = nearest.map((name, index) => encodeURIComponent(isParameter(name) ? (segments[index] ?? "") : name));
  return { path: `/${path.join("/")}`, pattern: `/${nearest.join("/")}` };
}

/** A 404 whose message names the nearest path, if there is one. */
export function pathNotFound({ nearest }: { readonly nearest: NearestPath | null }): AppError {
  if (nearest === null) return new AppError("not_found");
  return new AppError("not_found", { message: `Did you mean ${nearest.path}?`, pattern: nearest.pattern });
}

function isParameter(name: string): boolean {
  return name.startsWith("{");
}

function isNear(name: string, segment = ""): boolean {
  const sent = segment.toLowerCase();
  if (isParameter(name) || sent === name) return true;
  return name.length >= minCharacters && isOneLetterOff(sent, name);
}
