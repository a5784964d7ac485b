import { createRanker, nameKey } from "@/lib/listings/search/matching.browser";
import type { FoundByAlias } from "./use-alias-matches";

/** By id, the alias by which a record is found; empty where none of its own matches. */
export type AliasMatches = ReadonlyMap<string, string>;

export const noMatches: AliasMatches = new Map();

/** The aliases that match, of what the API found. */
export function aliasMatches(found: FoundByAlias | null): AliasMatches {
  if (!found) return noMatches;
  const rankOf = createRanker(found.wanted);
  return new Map(
    found.entries.map(({ id, details }) => [
      id,
      details?.aliases?.find(({ name }) => rankOf(nameKey(name)) !== null)?.name ?? "",
    ]),
  );
}
