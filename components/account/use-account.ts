"use client";

import { useQueryClient } from "@tanstack/react-query";
import { taken } from "@/components/trusted";
import type { AccountSession, OwnAccount } from "@/lib/accounts/schema";
import { apiKey, useApi, type Held } from "@/lib/client/hooks";

const path = "/account";
const sessionsPath = "/account/sessions";
const accountAnswer = taken<OwnAccount>();
const sessionsAnswer = taken<AccountSession[]>();

export function useAccount() {
  return useApi(path, accountAnswer);
}

export function useSessions() {
  return useApi(sessionsPath, sessionsAnswer);
}

/** Changes the account that is held, and looks at it again. */
export function useHeldAccount() {
  const client = useQueryClient();

  return {
    /** @returns how to bring back what was held before. */
    change(update: (account: OwnAccount) => OwnAccount): () => void {
      const before = client.getQueryData<Held<OwnAccount>>(apiKey(path));
      client.setQueryData<Held<OwnAccount>>(apiKey(path), (held) => held && { ...held, body: update(held.body) });
      return () => client.setQueryData(apiKey(path), before);
    },
    async refresh(): Promise<void> {
      await client.invalidateQueries({ queryKey: [apiKey(path)[0]] });
    },
  };
}
