import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { UsageDay } from "@/lib/keys/schema.browser";
import { apiQuery } from "@/lib/client/hooks.browser";
import { usagePath } from "./request-paths";

/** The last 30 days of a key, fetched anew each time that they are opened. */
export function useUsage(id: string, isEnabled: boolean) {
  const query = apiQuery<UsageDay[]>(useQueryClient(), usagePath(id), { isEnabled });
  return useQuery({ ...query, staleTime: 0 });
}

/**
 * The same for a picture in a list: once it is there it stays, because each key's figures cost the account a request.
 */
export function useUsageOnce(id: string, isEnabled: boolean) {
  const query = apiQuery<UsageDay[]>(useQueryClient(), usagePath(id), { isEnabled });
  return useQuery({ ...query, staleTime: Infinity, refetchOnWindowFocus: false });
}
