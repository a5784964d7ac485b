import { useQueryClient } from "@tanstack/react-query";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { useApiMutation } from "@/components/form/use-api-mutation";
import { sendApi, type ApiResponse } from "@/lib/client/client.browser";
import { apiQueryKey } from "@/lib/client/hooks.browser";
import type { RecordUpdate } from "@/components/records/details/save-part";
import { documentPath, type FormRecord, type SavedRecord } from "./record-shape";

const limitMilliseconds = 30_000;

export function useCreateRecord(path: ResourcePath) {
  const client = useQueryClient();
  return useApiMutation(
    async (data: Record<string, unknown>, signal) =>
      savedBy(await sendApi("POST", `/${path}`, data, null, withLimit(signal))),
    {
      onSuccess: async ({ record, etag }) => {
        client.setQueryData(apiQueryKey(documentPath({ path }, record.id)), { body: record, etag });
        await client.invalidateQueries({ queryKey: [path] });
      },
    },
  );
}

/** @param part what is written in place of the record. */
export function useUpdateRecord(path: ResourcePath, id: string, part?: "details") {
  const client = useQueryClient();
  const address = documentPath({ path, part }, id);
  return useApiMutation(
    async ({ data, etag, addSources, accept = [] }: RecordUpdate, signal): Promise<SavedRecord> => {
      if (!part && !addSources && accept.length === 0)
        return savedBy(await sendApi("PUT", address, data, etag, withLimit(signal)));
      const { savePart } = await import("@/components/records/details/save-part");
      return savePart({ path, part, id }, { data, etag, addSources, accept }, withLimit(signal));
    },
    {
      onSuccess: ({ record, etag }) => {
        client.setQueryData(apiQueryKey(address), { body: record, etag });
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== address });
      },
      onError: ({ response }) => {
        // Someone changed or deleted it first.
        if (response?.status === 412) void client.invalidateQueries({ queryKey: apiQueryKey(address) });
        if (response?.status === 404) void client.invalidateQueries({ queryKey: ["activity"] });
      },
    },
  );
}

/** A write of one record that takes this long has failed; the form keeps the draft. */
function withLimit(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(limitMilliseconds)]);
}

function savedBy({ body, etag, activityId }: ApiResponse): SavedRecord {
  return { record: body as FormRecord, etag, activityId };
}
