"use client";

import type { FoundEntry } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { usePausedText } from "@/components/ui/use-paused-text";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

export type FoundByPath = { readonly [Path in ResourcePath]?: readonly FoundEntry[] };

/** A shorter text finds too many. */
const minLetters = 3;
const maxLetters = 100;
const maxFound = 100;

/** The records of a resource that a text finds, by their own aliases or those of what they refer to. */
export function useAliases(path: ResourcePath, typed: string) {
  const isSearched = useShapes()[path].details !== undefined;
  const { found, isAsking } = useAliasesIn([path], isSearched ? typed : "");
  return { found: found[path], isAsking };
}

/**
 * What the API finds by a text in resources, by their paths, once the typing pauses: pages hold all names, but no
 * aliases. Nothing for an empty text. @param paths as many at each render.
 */
export function useAliasesIn(paths: readonly ResourcePath[], typed: string) {
  const text = typed.trim();
  const wanted = usePausedText(typed);
  const isLong = text.length >= minLetters && text.length <= maxLetters;
  // What an earlier text has found is no longer of use.
  const isEnabled = isLong && wanted === text;
  const query = new URLSearchParams({ q: wanted, fields: "id", include: "details", limit: String(maxFound) });
  const answers = paths.map((path) =>
    // oxlint-disable-next-line react/rules-of-hooks -- They are as many at each render.
    useApi<FoundEntry[]>(`/search/${path}?${query}`, { isEnabled }),
  );
  const found: FoundByPath = Object.fromEntries(
    paths.map((path, index) => [path, isEnabled ? answers[index]?.data?.body : undefined]),
  );
  return { found, isAsking: isLong && (!isEnabled || answers.some(({ isLoading }) => isLoading)) };
}
