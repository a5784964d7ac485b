import { useQueryClient } from "@tanstack/react-query";
import { useApiMutation } from "@/components/form/use-api-mutation";
import { sendApi } from "@/lib/client/client.browser";
import { apiQueryKey, useApi, type CachedResponse } from "@/lib/client/hooks.browser";
import type { NoticeRecord } from "@/lib/keys/notices/schema.browser";

const path = "/account/notices";

export function useNotices() {
  return useApi<NoticeRecord[]>(path);
}

/** Reads the notices again: those about the limits of a key go when it is revoked. */
export function useNoticesAgain(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: apiQueryKey(path) });
}

/** Removes the notice optimistically, and restores it when the request fails. */
export function useDismissNotice() {
  const client = useQueryClient();
  return useApiMutation(async (id: string) => {
    const before = client.getQueryData<CachedResponse<NoticeRecord[]>>(apiQueryKey(path));
    client.setQueryData<CachedResponse<NoticeRecord[]>>(
      apiQueryKey(path),
      (held) => held && { ...held, body: held.body.filter((notice) => notice.id !== id) },
    );
    try {
      return await sendApi("DELETE", `${path}/${encodeURIComponent(id)}`);
    } catch (error) {
      client.setQueryData(apiQueryKey(path), before);
      throw error;
    }
  });
}
