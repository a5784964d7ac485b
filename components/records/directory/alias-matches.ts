import { createRanker, nameKey } from "@/lib/listings/search/matching.browser";
import type { FoundEntry } from "./use-alias-matches";

/** By id, the alias by which a record is found; empty where none of its own matches. */
export type AliasMatches = ReadonlyMap<string, string>;

export const noMatches: AliasMatches = new Map();

/** The aliases that match, of what the API found by a text; undefined: nothing yet. */
export function aliasMatches(found: readonly FoundEntry[] | undefined, typed: string): AliasMatches {
  if (!found) return noMatches;
  const rankOf = createRanker(typed);
  return new Map(
    found.map(({ id, details }) => [
      id,
      details?.aliases?.find(({ name }) => rankOf(nameKey(name)) !== null)?.name ?? "",
    ]),
  );
}
