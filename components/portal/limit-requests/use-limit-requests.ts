import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApiMutation } from "@/components/form/use-api-mutation";
import { sendApi } from "@/lib/client/client.browser";
import { apiQuery, apiQueryKey, useApi, type CachedResponse } from "@/lib/client/hooks.browser";
import type { LimitAnswer, LimitRequestRecord, ManagedLimitRequest } from "@/lib/keys/limit-requests/schema.browser";
import { limitRequestsPath } from "@/components/portal/keys/request-paths";

const path = "/limit-requests";

const lookMilliseconds = 60_000;

/** A key's requests, newest first. Fetched again only while one waits, because each fetch costs the account a request. */
export function useKeyLimitRequests(keyId: string) {
  const query = apiQuery<LimitRequestRecord[]>(useQueryClient(), limitRequestsPath(keyId));
  return useQuery({
    ...query,
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) => isWaiting(data) && lookMilliseconds,
    refetchOnWindowFocus: ({ state: { data } }) => isWaiting(data) && "always",
  });
}

function isWaiting(held: CachedResponse<LimitRequestRecord[]> | undefined): boolean {
  return held?.body[0]?.state === "received";
}

export function useRequestLimit(keyId: string) {
  const client = useQueryClient();
  return useApiMutation(
    async (wanted: { daily_limit: number; reason: string }) =>
      (await sendApi<LimitRequestRecord>("POST", limitRequestsPath(keyId), wanted)).body,
    {
      onSuccess: (sent) =>
        void client.setQueryData<CachedResponse<LimitRequestRecord[]>>(
          apiQueryKey(limitRequestsPath(keyId)),
          (held) => ({
            etag: null,
            body: [sent, ...(held?.body.filter(({ state }) => state !== "received") ?? [])],
          }),
        ),
    },
  );
}

/** All requests. For administrators. */
export function useLimitRequests(isEnabled = true) {
  return useApi<ManagedLimitRequest[]>(path, { isEnabled });
}

export function useAnswerLimitRequest(id: string) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: apiQueryKey(path) });
  return useApiMutation(
    async (answer: LimitAnswer) =>
      (await sendApi<ManagedLimitRequest>("PUT", `${path}/${encodeURIComponent(id)}`, answer)).body,
    // After an error too: another administrator may have answered, or the owner have replaced the request.
    { onSuccess: refresh, onError: refresh },
  );
}
