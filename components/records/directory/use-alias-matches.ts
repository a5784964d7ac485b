"use client";

import { useQueries, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useShapes } from "@/components/records/shapes";
import { usePausedText } from "@/components/ui/use-typed-query";
import { apiQuery, type CachedResponse } from "@/lib/client/hooks.browser";
import { resourceViews, paths, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { createRanker, nameKey } from "@/lib/listings/search/matching.browser";

/** The records that the API finds by a text, by id, each with its alias that matches; empty where none of its own does. */
export type AliasMatches = ReadonlyMap<string, string>;

export type AliasMatchesByPath = { readonly [Path in ResourcePath]?: AliasMatches };

interface FoundEntry {
  id: string;
  details: { aliases?: readonly { name: string }[] } | null;
}

type Answer = UseQueryResult<CachedResponse<FoundEntry[]>>;
export const noMatches: AliasMatches = new Map();
/** A shorter text finds too many. */
const minLetters = 3;
const maxLetters = 100;
const maxFound = 100;

/** The resources whose own aliases the palette looks in. */
const aliased = paths.filter((path) => resourceViews[path].detailsForm?.fields?.["aliases"]);

/** The records of all resources with aliases that a text finds, by path. */
export function useAliasesEverywhere(typed: string) {
  return useAliasMatches(aliased, typed);
}

/** The records of a resource that a text finds, by their own aliases or those of what they refer to. */
export function useAliases(path: ResourcePath, typed: string): { aliases: AliasMatches; isAsking: boolean } {
  const isSearched = useShapes()[path].details !== undefined;
  const asked = useMemo(() => (isSearched ? [path] : []), [path, isSearched]);
  const { matches, isAsking } = useAliasMatches(asked, typed);
  return { aliases: matches[path] ?? noMatches, isAsking };
}

/**
 * Asks the API for the records that a typed text finds, once the typing pauses: pages hold all names, but no aliases.
 *
 * @param asked the same array at each render.
 * @param typed empty to ask nothing.
 */
function useAliasMatches(
  asked: readonly ResourcePath[],
  typed: string,
): { matches: AliasMatchesByPath; isAsking: boolean } {
  const client = useQueryClient();
  const text = typed.trim();
  const wanted = usePausedText(typed);
  const isLong = nameKey(text).length >= minLetters && text.length <= maxLetters;
  // What an earlier text has found is no longer of use.
  const isEnabled = isLong && wanted === text;
  const query = new URLSearchParams({ q: wanted, fields: "id", include: "details", limit: String(maxFound) });
  const combine = useCallback(
    (answers: Answer[]) => ({
      matches: Object.fromEntries(
        asked.map((path, index): [ResourcePath, AliasMatches] => {
          const answer = answers[index]?.data;
          return [path, isEnabled && answer ? aliasesOf(answer.body, wanted) : noMatches];
        }),
      ),
      isAsking: asked.length > 0 && isLong && (!isEnabled || answers.some(({ isLoading }) => isLoading)),
    }),
    [asked, isEnabled, isLong, wanted],
  );
  return useQueries({
    queries: asked.map((path) => apiQuery<FoundEntry[]>(client, `/search/${path}?${query}`, { isEnabled })),
    combine,
  });
}

function aliasesOf(entries: readonly FoundEntry[], wanted: string): AliasMatches {
  const rankOf = createRanker(wanted);
  const aliasOf = ({ details }: FoundEntry) =>
    details?.aliases?.find(({ name }) => rankOf(nameKey(name)) !== null)?.name ?? "";
  return new Map(entries.map((entry) => [entry.id, aliasOf(entry)]));
}
