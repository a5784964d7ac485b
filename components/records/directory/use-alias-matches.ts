"use client";

import { useMemo } from "react";
import { useShapes } from "@/components/records/shapes";
import { usePausedText } from "@/components/ui/use-typed-query";
import { useApi } from "@/lib/client/hooks.browser";
import { type ResourcePath } from "@/lib/resources/resource-views.browser";
import { createRanker, nameKey } from "@/lib/listings/search/matching.browser";

/** The records that the API finds by a text, by id, each with its alias that matches; empty where none of its own does. */
export type AliasMatches = ReadonlyMap<string, string>;

export type AliasMatchesByPath = { readonly [Path in ResourcePath]?: AliasMatches };

export interface FoundEntry {
  id: string;
  details: { aliases?: readonly { name: string }[] } | null;
}

export const noMatches: AliasMatches = new Map();
/** A shorter text finds too many. */
const minLetters = 3;
const maxLetters = 100;
const maxFound = 100;

/** The records of a resource that a text finds, by their own aliases or those of what they refer to. */
export function useAliases(path: ResourcePath, typed: string): { aliases: AliasMatches; isAsking: boolean } {
  const isSearched = useShapes()[path].details !== undefined;
  const { wanted, isLong, isEnabled, addressOf } = useAliasQuestion(typed);
  const { data, isLoading } = useApi<FoundEntry[]>(addressOf(path), { isEnabled: isSearched && isEnabled });
  const found = isEnabled ? data?.body : undefined;
  const aliases = useMemo(() => (found ? aliasesOf(found, wanted) : noMatches), [found, wanted]);
  return { aliases, isAsking: isSearched && isLong && (!isEnabled || isLoading) };
}

/**
 * What the API is asked for the records that a typed text finds, once the typing pauses: pages hold all names, but no
 * aliases.
 *
 * @param typed empty to ask nothing.
 */
export function useAliasQuestion(typed: string) {
  const text = typed.trim();
  const wanted = usePausedText(typed);
  const isLong = nameKey(text).length >= minLetters && text.length <= maxLetters;
  const query = new URLSearchParams({ q: wanted, fields: "id", include: "details", limit: String(maxFound) });
  return {
    wanted,
    isLong,
    // What an earlier text has found is no longer of use.
    isEnabled: isLong && wanted === text,
    addressOf: (path: ResourcePath) => `/search/${path}?${query}`,
  };
}

export function aliasesOf(entries: readonly FoundEntry[], wanted: string): AliasMatches {
  const rankOf = createRanker(wanted);
  const aliasOf = ({ details }: FoundEntry) =>
    details?.aliases?.find(({ name }) => rankOf(nameKey(name)) !== null)?.name ?? "";
  return new Map(entries.map((entry) => [entry.id, aliasOf(entry)]));
}
