import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApiWrite } from "@/components/form/use-write";
import { sendChanges } from "@/components/records/changes/use-changes";
import type { Source } from "@/components/records/details/citation";
import { Checkbox } from "@/components/ui/checkbox";
import { usePausedText } from "@/components/ui/use-paused-text";
import { parseJson } from "@/lib/core/json.browser";
import { RequestError, sendApi } from "@/lib/http/client/client.browser";
import { apiQueryKey, readApi } from "@/lib/http/client/hooks.browser";
import type { FormValues } from "@/lib/records/view.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { documentPath, toData, type FormRecord, type RecordPart, type RecordShape } from "./record-shape";

type Data = Record<string, unknown>;

/** A change of a record, or of a document beside it. */
interface RecordUpdate {
  data: Record<string, unknown>;
  etag: string | null;
  /** Sources to add to the record together with it. */
  addSources?: readonly Source[] | undefined;
  /** The ids of offers that are a part of it. */
  accept?: readonly string[];
}

/** @param part what is written in place of the record. */
export function useUpdateRecord(path: ResourcePath, id: string, part?: RecordPart) {
  const client = useQueryClient();
  const { write, ...state } = useApiWrite();
  const address = documentPath({ path, part }, id);

  async function send({ data, etag, addSources, accept = [] }: RecordUpdate, signal: AbortSignal) {
    if (!addSources && accept.length === 0) return sendApi<FormRecord>("PUT", address, data, etag, signal);
    const match = etag ?? undefined;
    const { activity_id: activityId } = await sendChanges(
      [
        {
          action: "update",
          resource: path,
          id,
          ...(part ? { details: data, details_if_match: match } : { data, if_match: match }),
          ...(addSources && { add_sources: [...addSources] }),
          ...(accept.length > 0 && { accept: [...accept] }),
        },
      ],
      { signal },
    ).catch((error: unknown) => {
      throw error instanceof RequestError ? ofOneRecord(error) : error;
    });
    return { ...(await readApi<FormRecord>(address)), activityId };
  }

  const update = (change: RecordUpdate, onRefused?: (error: RequestError) => void) =>
    write(
      async (signal) => {
        const saved = await send(change, signal);
        client.setQueryData(apiQueryKey(address), { body: saved.body, etag: saved.etag });
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== address });
        return saved;
      },
      (error) => {
        // Someone changed or deleted it first.
        if (error.response?.status === 412) void client.invalidateQueries({ queryKey: apiQueryKey(address) });
        if (error.response?.status === 404) void client.invalidateQueries({ queryKey: ["activity"] });
        onRefused?.(error);
      },
    );
  return { ...state, update };
}

/** The refusal of a batch of one change as that of a write of one record, with paths that begin in its form. */
function ofOneRecord(error: RequestError): RequestError {
  const { response, issues } = error;
  if (!response || issues.length === 0) return error;
  const formIssues = issues.map(({ path, message }) => ({
    path: path.replace(/^changes\.0\.?/, "").replace(/^(data|details)\./, ""),
    message,
  }));
  const isGone = formIssues.some(({ path, message }) => path === "id" && message === "does not exist");
  const general = formIssues.find(({ path }) => path === "" || path.endsWith("if_match"));
  return new RequestError({
    ...response,
    status: isGone ? 404 : response.status,
    body: {
      message: general?.message ?? "Some of it can’t be saved.",
      issues: formIssues.filter((one) => one !== general),
    },
  });
}

/** The fields from whose change something follows; for others the API is not asked. */
const fieldsWithOffers = ["name", "closing_date"];

/** What the API offers to do together with a change of a record, such as to keep its former name. */
export function offersFor(path: ResourcePath, id: string, data: Data) {
  return queryOptions({
    queryKey: ["trial", "offers", path, id, data],
    queryFn: async () => {
      const plan = await sendChanges([{ action: "update", resource: path, id, data }], { isDryRun: true });
      return plan.changes[0]?.offers ?? [];
    },
    staleTime: 0,
    gcTime: 0,
  });
}

interface Edit {
  shape: RecordShape;
  id: string;
  values: FormValues;
  dirtyFields: Readonly<Record<string, unknown>>;
}

/** Shows as check boxes what the API offers to do together with what is typed. */
export function useOffers({ shape, id, values, dirtyFields }: Edit) {
  const client = useQueryClient();
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  const fields = shape.part
    ? []
    : shape.fields.filter(({ name }) => fieldsWithOffers.includes(name) && dirtyFields[name]);
  const paused = usePausedText(fields.length === 0 ? "" : JSON.stringify(toData({ ...shape, fields }, values)));
  const typed = (parseJson(paused) ?? {}) as Data;
  const { data: offers = [] } = useQuery({
    ...offersFor(shape.path, id, typed),
    enabled: fields.length > 0 && paused !== "",
  });
  return {
    prompt: fields.length > 0 && offers.length > 0 && (
      <div role="status" className="mt-4 grid gap-2 rounded bg-curtain-wash px-3 py-2 text-sm">
        {offers.map((offer) => (
          <Checkbox
            key={offer.id}
            checked={choices[offer.id] ?? offer.default}
            onChange={(isChosen) => setChoices({ ...choices, [offer.id]: isChosen })}
          >
            {offer.text}
          </Checkbox>
        ))}
      </div>
    ),
    /** The offers to accept with what is saved. @throws RequestError when the API can't say. */
    async accepted(data: Data): Promise<string[]> {
      if (fields.length === 0) return [];
      const found = await client.fetchQuery(offersFor(shape.path, id, data));
      return found.filter((offer) => choices[offer.id] ?? offer.default).map((offer) => offer.id);
    },
  };
}
