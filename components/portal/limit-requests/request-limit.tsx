import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "@/components/form/ask";
import { limitRequestsPath } from "@/components/portal/keys/key-state";
import { formatCount, parseLimit } from "@/components/portal/keys/usage";
import { apiQuery, apiQueryKey, type CachedResponse } from "@/lib/http/client/hooks.browser";
import type { LimitRequestRecord } from "@/lib/accounts/keys/limit-requests/schema.browser";
import type { KeyRecord } from "@/lib/accounts/keys/schema.browser";

/** Asks an administrator for a higher limit of a key, in place of a request that still waits. */
export function requestLimit({ id, name, daily_limit }: KeyRecord) {
  const path = limitRequestsPath(id);
  return ask({
    title: `Request a higher limit for “${name}”`,
    text: <p>An administrator answers it. You’ll get a notice here. It replaces a request that is pending.</p>,
    fields: [
      {
        name: "daily_limit",
        label: "Requests per day",
        inputMode: "numeric",
        hint: `Now ${formatCount(daily_limit)}.`,
      },
      { name: "reason", label: "Reason", look: "long", hint: "What you need it for." },
    ],
    schema: async () => (await import("@/lib/accounts/keys/limit-requests/schema.browser")).newLimitRequest,
    toData: ({ daily_limit: typed = "", reason }) => ({ daily_limit: parseLimit(typed), reason }),
    send: ["POST", path],
    refetch: [apiQueryKey(path)],
    doneText: "Request sent.",
    action: ["Send request", "Sending…"],
  });
}

const lookMilliseconds = 60_000;
const shownMilliseconds = 7 * 86_400_000;
const stateWords = { received: "requested · pending", granted: "granted", declined: "declined" };

/** A key's latest request, until a week after its answer. Each fetch costs a request, so only a waiting one is polled. */
export function RequestNote({ keyId, now }: { keyId: string; now: number }) {
  const { data } = useQuery({
    ...apiQuery<LimitRequestRecord[]>(useQueryClient(), limitRequestsPath(keyId)),
    staleTime: Infinity,
    refetchInterval: ({ state }) => isWaiting(state.data) && lookMilliseconds,
    refetchOnWindowFocus: ({ state }) => isWaiting(state.data) && "always",
  });
  const [latest] = data?.body ?? [];
  if (!latest || (latest.answered_at !== null && now - Date.parse(latest.answered_at) > shownMilliseconds)) return null;
  const { state, daily_limit, granted_limit } = latest;
  return (
    <span className="mt-1 block text-xs text-muted">
      {`${formatCount(granted_limit ?? daily_limit)} a day ${stateWords[state]}`}
    </span>
  );
}

/** Only the newest can wait for its answer. */
function isWaiting(held: CachedResponse<LimitRequestRecord[]> | undefined): boolean {
  return held?.body[0]?.state === "received";
}
