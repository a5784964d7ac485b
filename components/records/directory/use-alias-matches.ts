"use client";

import { useShapes } from "@/components/records/shapes";
import { usePausedText } from "@/components/ui/use-paused-text";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

/** What the API finds by a text, which may be in an alias. */
export interface FoundEntry {
  id: string;
  details: { aliases?: readonly { name: string }[] } | null;
}

/** A shorter text finds too many. */
const minLetters = 3;
const maxLetters = 100;
const maxFound = 100;

/** The records of a resource that a text finds, by their own aliases or those of what they refer to. */
export function useAliases(path: ResourcePath, typed: string) {
  const isSearched = useShapes()[path].details !== undefined;
  const { isLong, isEnabled, addressOf } = useAliasQuestion(typed);
  const { data, isLoading } = useApi<FoundEntry[]>(addressOf(path), { isEnabled: isSearched && isEnabled });
  return {
    found: isEnabled ? data?.body : undefined,
    isAsking: isSearched && isLong && (!isEnabled || isLoading),
  };
}

/**
 * What the API is asked for the records that a text finds, once the typing pauses: pages hold all names, but no
 * aliases. Nothing for an empty text.
 */
export function useAliasQuestion(typed: string) {
  const text = typed.trim();
  const wanted = usePausedText(typed);
  const isLong = text.length >= minLetters && text.length <= maxLetters;
  const query = new URLSearchParams({ q: wanted, fields: "id", include: "details", limit: String(maxFound) });
  return {
    isLong,
    // What an earlier text has found is no longer of use.
    isEnabled: isLong && wanted === text,
    addressOf: (path: ResourcePath) => `/search/${path}?${query}`,
  };
}
