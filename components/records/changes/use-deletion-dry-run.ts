"use client";

import { useQuery } from "@tanstack/react-query";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { RequestError } from "@/lib/client/client.browser";
import type { ChangesResult, RequestedChange } from "@/lib/editing/changes/schema.browser";
import { sendChanges } from "./send-changes";

/** The outcome of a deletion as a dry run: records that others refer to are refused. */
export function useDeletionDryRun(path: ResourcePath, ids: readonly string[]) {
  return useQuery<ChangesResult, RequestError>({
    queryKey: ["trial", path, ids],
    queryFn: () => sendChanges(deletionChanges(path, ids, false), { isDryRun: true }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function deletionChanges(resource: ResourcePath, ids: readonly string[], cascade: boolean): RequestedChange[] {
  return ids.map((id) => ({ action: "delete", resource, id, ...(cascade ? { cascade } : {}) }));
}
