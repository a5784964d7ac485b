import { useApiMutation } from "@/components/form/use-api-mutation";
import { useNoticesAgain } from "@/components/portal/notices/use-notices";
import { sendApi } from "@/lib/client/client.browser";
import type { KeyChange, IssuedKey, KeyRecord, ListedKey } from "@/lib/keys/schema.browser";
import { useKeyList, withoutSecret } from "./use-keys";

/** Mutations of keys (contract §6). Only the responses of create and rotate have the secret. */

export function useCreateKey() {
  const list = useKeyList();
  return useApiMutation(
    async (key: { name: string; expires_at?: string | null | undefined }) =>
      (await sendApi<IssuedKey>("POST", "/keys", key)).body,
    { onSuccess: (issued) => list.put(withoutSecret(issued)) },
  );
}

export function useRotateKey(id: string) {
  const list = useKeyList();
  return useApiMutation(
    async (rotation: { grace_hours: number }) =>
      (await sendApi<IssuedKey>("POST", `/keys/${encodeURIComponent(id)}/rotate`, rotation)).body,
    { onSuccess: (issued) => list.put(withoutSecret(issued)) },
  );
}

export function useUpdateKey(id: string) {
  const list = useKeyList();
  return useApiMutation(
    async (change: KeyChange) => (await sendApi<ListedKey>("PATCH", `/keys/${encodeURIComponent(id)}`, change)).body,
    { onSuccess: list.put },
  );
}

export function useRevokeKey(id: string) {
  const list = useKeyList();
  const readNotices = useNoticesAgain();
  return useApiMutation(
    async (_input: void) => (await sendApi<KeyRecord>("DELETE", `/keys/${encodeURIComponent(id)}`)).body,
    {
      onSuccess: (revoked) => {
        list.put(revoked);
        readNotices();
      },
    },
  );
}

/** Revokes any account's key, given the key itself. */
export function useRevokeFoundKey() {
  return useApiMutation(
    async (found: { key: string }) => (await sendApi<{ prefix: string }>("POST", "/keys/found", found)).body,
  );
}
