import { useQueryClient } from "@tanstack/react-query";
import type { AccountSession, OwnAccount } from "@/lib/accounts/schema.browser";
import type { SecondFactors } from "@/lib/accounts/second-factors/schema.browser";
import { apiQueryKey, useApi, type CachedResponse } from "@/lib/client/hooks.browser";

const path = "/account";
const sessionsPath = "/account/sessions";
const factorsPath = "/account/second-factors";

export function useAccount() {
  return useApi<OwnAccount>(path);
}

export function useSessions() {
  return useApi<AccountSession[]>(sessionsPath);
}

export function useSecondFactors() {
  return useApi<SecondFactors>(factorsPath);
}

/** Updates the cached account, then refetches it. */
export function useCachedAccount() {
  const client = useQueryClient();

  return {
    change(update: (account: OwnAccount) => OwnAccount): void {
      client.setQueryData<CachedResponse<OwnAccount>>(
        apiQueryKey(path),
        (held) => held && { ...held, body: update(held.body) },
      );
    },
    async refresh(): Promise<void> {
      // Most changes are security events too.
      void client.invalidateQueries({ queryKey: [apiQueryKey("/security-log")[0]] });
      await client.invalidateQueries({ queryKey: [apiQueryKey(path)[0]] });
    },
  };
}
