"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useApiMutation } from "@/components/use-api-mutation";
import type { AccountChange } from "@/lib/accounts/schema";
import { sendApi } from "@/lib/client/client";

/** An administrator's change of somebody's account; it stands in the list and in the security log. */
export function useChangeAccount(id: string) {
  const client = useQueryClient();
  return useApiMutation((change: AccountChange) => sendApi("PUT", `/accounts/${encodeURIComponent(id)}`, change), {
    onSuccess: async () => {
      await Promise.all([["accounts"], ["security-log"]].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
