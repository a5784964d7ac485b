import "server-only";
import type { HttpRequest, Operation } from "./route.ts";

const maxNames = 10;
const maxCharacters = 64;

/**
 * The parameters that an operation ignores, for `X-Ignored-Parameters`: the operations of the first interface serve a
 * misspelt filter as if it were absent, which a caller would not notice.
 *
 * @returns null when there are none.
 */
export function ignoredParameters({ target, method }: HttpRequest, operation: Operation | undefined): string | null {
  if (target.search === "" || !operation?.declaration || operation.isStrict || method === "OPTIONS") return null;
  const known = operation.declaration.input.query?.shape ?? {};
  const names = new Set([...new URLSearchParams(target.search).keys()].filter((name) => !Object.hasOwn(known, name)));
  if (names.size === 0) return null;
  return [...names]
    .slice(0, maxNames)
    .map((name) => encodeURIComponent(name.slice(0, maxCharacters).toWellFormed()))
    .join(", ");
}
