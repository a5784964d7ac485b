import "server-only";
import type { Operation, RequestTarget } from "./route.ts";

const maxNames = 10;
const maxCharacters = 64;
/** Proxies refuse answers whose head is larger than their buffer, often of 4 kB. */
const maxBytes = 900;

/**
 * The parameters that an operation ignores, for `X-Ignored-Parameters`: the operations of the first interface serve a
 * misspelt filter as if it were absent, which a caller would not notice.
 *
 * @returns "" when there are none.
 */
export function ignoredParameters({ search }: RequestTarget, { declaration, isStrict }: Operation): string {
  if (!declaration || isStrict) return "";
  const known = declaration.input.query?.shape ?? {};
  // A parameter without a name can't be listed.
  const isIgnored = (name: string) => name !== "" && !Object.hasOwn(known, name);
  const names = new Set([...new URLSearchParams(search).keys()].filter(isIgnored));
  return [...names]
    .slice(0, maxNames)
    .map((name) => encodeURIComponent(name.slice(0, maxCharacters).toWellFormed()))
    .reduce(
      (list, name) => (list.length + name.length > maxBytes ? list : list === "" ? name : `${list}, ${name}`),
      "",
    );
}
