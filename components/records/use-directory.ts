"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { RequestError } from "@/lib/client/client.browser";
import { apiQuery, useApi } from "@/lib/client/hooks.browser";
import { memoize } from "@/lib/core/memoize.browser";
import { paths, type Entries, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { Directory } from "./record-name";

const pollMilliseconds = 30_000;

/** All records of a resource. Revalidated regularly, which is free while nothing has changed. */
export function useEntries<P extends ResourcePath>(path: P) {
  return useApi<Entries[P][]>(`/${path}`, { everyMilliseconds: pollMilliseconds });
}

/** The records of several resources by id; each list loads once for the whole dashboard. */
export function useDirectory(wanted: readonly ResourcePath[]): {
  directory: Directory;
  isPending: boolean;
  error: RequestError | null;
  refetch: () => void;
} {
  const client = useQueryClient();
  return useQueries({
    queries: paths.map((path) =>
      apiQuery<{ id: string }[]>(client, `/${path}`, {
        isEnabled: wanted.includes(path),
        everyMilliseconds: pollMilliseconds,
      }),
    ),
    combine: (queries) => {
      const asked = queries.filter((_query, index) => wanted.some((path) => path === paths[index]));
      return {
        // Each path has its own entry type. TanStack Query returns the same object while its maps are the same.
        directory: Object.fromEntries(
          paths.map((path, index) => [path, byId(queries[index]?.data?.body ?? noEntries)]),
        ) as Directory,
        isPending: asked.some(({ data, error }) => !data && !error),
        error: asked.find(({ data, error }) => !data && error)?.error ?? null,
        refetch: () => asked.forEach((query) => void query.refetch()),
      };
    },
  });
}

const noEntries: { id: string }[] = [];
/** Built once per response, however many components use it. */
const byId = memoize(
  (entries: { id: string }[]): ReadonlyMap<string, { id: string }> =>
    new Map(entries.map((entry) => [entry.id, entry])),
);
