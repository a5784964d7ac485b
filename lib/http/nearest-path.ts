import "server-only";
import { AppError } from "../core/errors.ts";

/** Longer segments are no misspelt names. */
const maxCharacters = 32;
/** One wrong letter in three. */
const lettersOfError = 3;

/** The pattern is without the values that were sent. */
export type NearestPath = Readonly<Record<"path" | "pattern", string>>;

/** The path that a caller may have meant; null when none is near. @param patterns with parameters as `{id}`. */
export function nearestPath(segments: readonly string[], patterns: readonly (readonly string[])[]): NearestPath | null {
  if (segments.some((segment) => segment.length > maxCharacters)) return null;
  let [nearest, least]: [readonly string[] | null, number] = [null, Infinity];
  for (const pattern of patterns) {
    const distance = pattern.length === segments.length ? distanceTo(pattern, segments) : Infinity;
    if (distance < least) [nearest, least] = [pattern, distance];
  }
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

/** Wrong letters of all segments; infinite when one of them has too many. */
function distanceTo(pattern: readonly string[], segments: readonly string[]): number {
  let sum = 0;
  for (const [index, name] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (isParameter(name) || name === segment) continue;
    const most = Math.floor(Math.max(name.length, segment.length) / lettersOfError);
    const isNear = Math.abs(name.length - segment.length) <= most;
    const wrong = isNear ? wrongLetters(name, segment.toLowerCase()) : Infinity;
    if (wrong > most) return Infinity;
    sum += wrong;
  }
  return sum;
}

/** The Levenshtein distance. */
function wrongLetters(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (let index = 0; index < other.length; index += 1)
      next.push(
        Math.min(
          (row[index] ?? 0) + (letter === other[index] ? 0 : 1),
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
