"use client";

import { useQuery } from "@tanstack/react-query";
import type { FormRecord } from "@/components/records/form/record-shape";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { RequestError, getApi, type ApiResponse } from "@/lib/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { mergedInto } from "@/components/records/record-name";
import type { LoadedRecord } from "./merge-fields";

interface MergeCandidates {
  records: readonly LoadedRecord[];
  /** The records that no longer exist, each with the one that it was merged into, if it was. */
  gone: readonly { id: string; successor: string | null }[];
}

/** The most entries that the activity log answers at once. */
const maxEntries = 100;

/** The records that may be merged, with their details, as of when they were last asked for. */
export function useMergeCandidates(path: ResourcePath, ids: readonly string[], hasDetails: boolean) {
  return useQuery<MergeCandidates, RequestError>({
    queryKey: ["merging", path, ids],
    queryFn: async () => {
      const read = await Promise.all(ids.map((id) => readCandidate(path, id, hasDetails)));
      return {
        records: read.flatMap((one) => ("record" in one ? [one] : [])),
        gone: read.flatMap((one) => ("record" in one ? [] : [one])),
      };
    },
    // After the merge some of them no longer exist.
    staleTime: "static",
    gcTime: 0,
  });
}

async function readCandidate(
  path: ResourcePath,
  id: string,
  hasDetails: boolean,
): Promise<LoadedRecord | MergeCandidates["gone"][number]> {
  const address = `/${path}/${encodeURIComponent(id)}`;
  const query = new URLSearchParams({ resource: path, record_id: id, limit: String(maxEntries) });
  const [own, details, sources, activity] = await Promise.all([
    ask(address),
    hasDetails ? ask(`${address}/details`) : null,
    hasDetails ? ask(`${address}/sources`) : null,
    ask(`/activity?${query}`),
  ]);
  if (own.status === 404) return { id, successor: mergedInto(own) };
  for (const answer of [own, details, sources, activity]) {
    const isForbiddenLog = answer === activity && answer.status === 403;
    if (answer && answer.status !== 200 && !isForbiddenLog) throw new RequestError(answer);
  }
  const listed = (sources?.body as { sources: unknown[] } | undefined)?.sources ?? [];
  // Only the age of the record is missing for those who may not read the log.
  const entries = activity.status === 200 ? (activity.body as ActivityEntry[]) : [];
  return {
    record: own.body as FormRecord,
    etag: own.etag,
    details: (details?.body ?? {}) as Record<string, unknown>,
    sources: listed.length,
    createdAt: entries.find(({ action }) => action === "create")?.at ?? null,
  };
}

function ask(path: string): Promise<ApiResponse> {
  return getApi(path).catch((cause: unknown) => {
    throw new RequestError(null, cause);
  });
}
