"use client";

import { useApiMutation } from "@/components/use-api-mutation";
import type { AccountChange } from "@/lib/accounts/schema";
import { sendApi } from "@/lib/client/client";
import { useRefreshAccounts } from "./use-accounts";

/** Changes an account as an administrator. */
export function useChangeAccount(id: string) {
  const onSuccess = useRefreshAccounts();
  return useApiMutation((change: AccountChange) => sendApi("PUT", `/accounts/${encodeURIComponent(id)}`, change), {
    onSuccess,
  });
}
