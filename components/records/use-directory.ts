import { usePausedText } from "@/components/ui/use-paused-text";
import { useApi } from "@/lib/http/client/hooks.browser";
import { memoize } from "@/lib/core/memoize.browser";
import { paths, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { Directory, FoundEntry } from "./record-name";
import { useShapes } from "./shapes";

const pollMilliseconds = 30_000;

/**
 * The records of several resources by id; each list loads once for the whole dashboard. Revalidated regularly, which is
 * free while nothing has changed.
 */
export function useDirectory(wanted: readonly ResourcePath[]) {
  // TanStack Query's hook for several queries would add a kilobyte to most pages.
  const queries = paths.map((path) =>
    // oxlint-disable-next-line react/rules-of-hooks -- The resources are the same at each render.
    useApi<{ id: string }[]>(`/${path}`, {
      isEnabled: wanted.includes(path),
      everyMilliseconds: pollMilliseconds,
    }),
  );
  const wantedQueries = queries.filter((_query, index) => wanted.some((path) => path === paths[index]));
  return {
    directory: directoryOf(queries.map(({ data }) => data?.body ?? noEntries)),
    isPending: wantedQueries.some(({ data, error }) => !data && !error),
    error: wantedQueries.find(({ data, error }) => !data && error)?.error ?? null,
    refetch: () => wantedQueries.forEach((query) => void query.refetch()),
  };
}

const noEntries: { id: string }[] = [];
/** Built once per response, however many components use it. */
const byId = memoize(
  (entries: { id: string }[]): ReadonlyMap<string, { id: string }> =>
    new Map(entries.map((entry) => [entry.id, entry])),
);

let latest: { lists: readonly { id: string }[][]; directory: Directory } | null = null;

/** The same object while the lists are the same, so that what is made of it can be kept. */
function directoryOf(lists: readonly { id: string }[][]): Directory {
  if (latest?.lists.every((list, index) => list === lists[index])) return latest.directory;
  // Each path has its own entry type.
  const directory = Object.fromEntries(
    paths.map((path, index) => [path, byId(lists[index] ?? noEntries)]),
  ) as Directory;
  latest = { lists, directory };
  return directory;
}

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
 * aliases. Nothing for an empty text. @param searched as many at each render.
 */
export function useAliasesIn(searched: readonly ResourcePath[], typed: string) {
  const text = typed.trim();
  const wanted = usePausedText(typed);
  const isLong = text.length >= minLetters && text.length <= maxLetters;
  // What an earlier text has found is no longer of use.
  const isEnabled = isLong && wanted === text;
  const query = new URLSearchParams({ q: wanted, fields: "id", include: "details", limit: String(maxFound) });
  const answers = searched.map((path) =>
    // oxlint-disable-next-line react/rules-of-hooks -- They are as many at each render.
    useApi<FoundEntry[]>(`/search/${path}?${query}`, { isEnabled }),
  );
  const found: FoundByPath = Object.fromEntries(
    searched.map((path, index) => [path, isEnabled ? answers[index]?.data?.body : undefined]),
  );
  return { found, isAsking: isLong && (!isEnabled || answers.some(({ isLoading }) => isLoading)) };
}
