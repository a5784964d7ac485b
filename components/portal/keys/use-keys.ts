import { useQueryClient } from "@tanstack/react-query";
import { apiQueryKey, useApi, type CachedResponse } from "@/lib/client/hooks.browser";
import type { IssuedKey, KeyRecord, ListedKey } from "@/lib/keys/schema.browser";

/** Each fetch costs the account one request of its daily limit. */
const lookMilliseconds = 60_000;
const path = "/keys";

export function useKeys() {
  return useApi<ListedKey[]>(path, { everyMilliseconds: lookMilliseconds });
}

/** Puts a write's response into the cached list, and refetches what may have changed with it. */
export function useKeyList() {
  const client = useQueryClient();

  /** Only the list and its changes have all of a key; with other responses the rest stays as shown. */
  function put(key: KeyRecord | ListedKey) {
    client.setQueryData<CachedResponse<ListedKey[]>>(apiQueryKey(path), (held) => {
      if (!held) return held;
      const shown = held.body.find(({ id }) => id === key.id) ?? { note: null, rotated_from: null, counts_as: key.id };
      return { ...held, body: [...held.body.filter(({ id }) => id !== key.id), { ...shown, ...key }] };
    });
    void client.invalidateQueries({ queryKey: apiQueryKey(path) });
  }

  return { put };
}

/** The key without its secret, which must not be cached. */
export function withoutSecret({ key: _secret, ...record }: IssuedKey): KeyRecord {
  return record;
}
