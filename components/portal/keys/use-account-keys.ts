import { useApiMutation } from "@/components/form/use-api-mutation";
import { sendApi } from "@/lib/client/client.browser";
import { useApi } from "@/lib/client/hooks.browser";
import type { AccountKey } from "@/lib/keys/schema.browser";
import { useRefreshAccounts } from "../../accounts/use-accounts";

/** The keys that begin with a prefix. @param prefix null to ask for none. */
export function useFoundKeys(prefix: string | null) {
  return useApi<AccountKey[]>(`/account-keys?prefix=${encodeURIComponent(prefix ?? "")}`, {
    isEnabled: prefix !== null,
  });
}

export function useRevokeAccountKey() {
  const onSuccess = useRefreshAccounts();
  return useApiMutation((id: string) => sendApi("DELETE", `/account-keys/${encodeURIComponent(id)}`), {
    onSuccess,
  });
}
