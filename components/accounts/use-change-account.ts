"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useApiMutation } from "@/components/use-api-mutation";
import type { AccountChange } from "@/lib/accounts/schema";
import { sendApi } from "@/lib/client/client";

/** Changes an account as an administrator, and refetches the list and the security log. */
export function useChangeAccount(id: string) {
  const client = useQueryClient();
  return useApiMutation((change: AccountChange) => sendApi("PUT", `/accounts/${encodeURIComponent(id)}`, change), {
    onSuccess: async () => {
      await Promise.all([["accounts"], ["security-log"]].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
