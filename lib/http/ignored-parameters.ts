import "server-only";
import type { HttpRequest, Operation, RequestTarget } from "./route.ts";

const maxNames = 10;
const maxCharacters = 64;

/** What each operation ignores of a target, "" for nothing: computed once, because targets are cached. */
export const ignoredOf = new WeakMap<Operation, WeakMap<RequestTarget, string>>();

/**
 * The parameters that an operation ignores, for `X-Ignored-Parameters`: the operations of the first interface serve a
 * misspelt filter as if it were absent, which a caller would not notice.
 *
 * @returns "" when there are none.
 */
export function ignoredParameters({ target }: HttpRequest, operation: Operation): string {
  const ofTargets = ignoredOf.get(operation) ?? new WeakMap<RequestTarget, string>();
  const names = namesIgnored(target, operation);
  ignoredOf.set(operation, ofTargets.set(target, names));
  return names;
}

function namesIgnored({ search }: RequestTarget, { declaration, isStrict }: Operation): string {
  if (search === "" || !declaration || isStrict) return "";
  const known = declaration.input.query?.shape ?? {};
  const names = new Set([...new URLSearchParams(search).keys()].filter((name) => !Object.hasOwn(known, name)));
  return [...names]
    .slice(0, maxNames)
    .map((name) => encodeURIComponent(name.slice(0, maxCharacters).toWellFormed()))
    .join(", ");
}
