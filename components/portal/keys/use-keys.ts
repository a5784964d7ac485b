import { useApi } from "@/lib/http/client/hooks.browser";
import type { ListedKey } from "@/lib/accounts/keys/schema.browser";

/** Each fetch costs the account one request of its daily limit. */
const lookMilliseconds = 60_000;

export function useKeys() {
  return useApi<ListedKey[]>("/keys", { everyMilliseconds: lookMilliseconds });
}
