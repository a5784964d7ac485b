import { createRanker, nameKey } from "@/lib/listings/search/matching.browser";
import type { FoundEntry } from "./use-alias-matches";

/** By id, the alias by which a text finds a record, of those that the API finds by it; empty where none of its own matches. */
export function aliasMatches(found: readonly FoundEntry[], typed: string): ReadonlyMap<string, string> {
  const rankOf = createRanker(typed);
  return new Map(
    found.map(({ id, details }) => [
      id,
      details?.aliases?.find(({ name }) => rankOf(nameKey(name)) !== null)?.name ?? "",
    ]),
  );
}
