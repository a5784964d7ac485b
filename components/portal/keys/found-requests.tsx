"use client";

import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { QueryState } from "@/components/ui/query-state";
import type { RequestError } from "@/lib/client/client.browser";
import { apiQuery } from "@/lib/client/hooks.browser";
import type { FailedRequest, KeyRecord } from "@/lib/keys/schema.browser";
import { FailedRequestList } from "./failed-request-list";
import { labelOfKey } from "./key-name";
import { failedRequestsPath } from "./request-paths";

interface Props {
  requestId: string;
  keys: KeyRecord[];
}

interface FoundOnKey {
  key: KeyRecord;
  requests: FailedRequest[];
}

/** The failed requests with this id. */
export function FoundRequests({ requestId, keys }: Props) {
  const client = useQueryClient();
  const found = useQuery<FoundOnKey[], RequestError>({
    queryKey: ["keys", "found-request", requestId],
    queryFn: () => findOnKeys(client, keys, requestId),
    staleTime: 0,
  });
  return (
    <div role="status" className="grid gap-4">
      {found.data?.length === 0 && (
        <p className="max-w-[60ch] rounded border border-line p-4 text-sm">
          None of your keys has a failed request with this ID. It may have succeeded, be older than 14 days, be followed
          by 100 others, or have been sent without a key or with a mistyped one.
        </p>
      )}
      {found.data?.map(({ key, requests }) => (
        <div key={key.id} className="grid gap-2">
          <h3 className="font-semibold break-words">{labelOfKey(key, keys)}</h3>
          <FailedRequestList requests={requests} />
        </div>
      ))}
      <QueryState query={found} what="the search" lines={3} label="Searching…" title="The search failed" />
    </div>
  );
}

const keysAtOnce = 5;

/** Asks about the keys used last first, because each costs the account a request; stops when one has it. */
async function findOnKeys(client: QueryClient, keys: KeyRecord[], requestId: string): Promise<FoundOnKey[]> {
  const ordered = keys.toSorted((one, other) => (other.last_used_at ?? "").localeCompare(one.last_used_at ?? ""));
  for (let start = 0; start < ordered.length; start += keysAtOnce) {
    const asked = ordered.slice(start, start + keysAtOnce).map(async (key) => {
      const query = apiQuery<FailedRequest[]>(client, failedRequestsPath(key.id, requestId));
      return { key, requests: (await client.fetchQuery({ ...query, staleTime: 0 })).body };
    });
    const found = (await Promise.all(asked)).filter(({ requests }) => requests.length > 0);
    if (found.length > 0) return found;
  }
  return [];
}
