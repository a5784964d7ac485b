import { sendChanges } from "@/components/records/changes/use-changes";
import {
  documentPath,
  type DocumentName,
  type FormRecord,
  type SavedRecord,
} from "@/components/records/form/record-shape";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import { RequestError, getApi, type ApiResponse } from "@/lib/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { Source, SourcesDocument, SourcesEdit } from "./source-list";

/** Two people rarely change the sources of one record within the same second. */
const attempts = 3;

/** A change of a record. */
export interface RecordUpdate {
  data: Record<string, unknown>;
  etag: string | null;
  /** Sources to add to the record together with it. */
  addSources?: readonly Source[] | undefined;
  /** The ids of offers that are a part of it. */
  accept?: readonly string[];
}

export type PartialUpdate = Omit<Extract<RequestedChange, { action: "update" }>, "action" | "resource" | "id">;

/** Saves a record or its details, with the sources of what changes, as one change that is undone as one. */
export async function savePart(
  { path, part, id }: { path: ResourcePath; part: "details" | undefined; id: string },
  { data, etag, addSources, accept = [] }: RecordUpdate,
  signal: AbortSignal,
): Promise<SavedRecord> {
  const match = etag ?? undefined;
  const activityId = await changeRecord(
    { path, id },
    {
      ...(part ? { details: data, details_if_match: match } : { data, if_match: match }),
      ...(addSources && { add_sources: [...addSources] }),
      ...(accept.length > 0 && { accept: [...accept] }),
    },
    undefined,
    signal,
  );
  const answer = await read({ path, part }, id);
  return { record: answer.body as FormRecord, etag: answer.etag, activityId };
}

/**
 * Changes what a record consists of, as one change.
 *
 * @param editSources made with the sources of that moment.
 * @returns the entry in the activity log; null when nothing has changed.
 * @throws RequestError with issues whose paths begin in the form: `name`, `aliases.0.to`.
 */
export async function changeRecord(
  { path, id }: { path: ResourcePath; id: string },
  change: PartialUpdate,
  editSources: SourcesEdit | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  for (let left = attempts; ; left -= 1) {
    const held = editSources && (await read({ path, part: "sources" }, id));
    const sources = held && editSources?.((held.body as SourcesDocument).sources);
    const update: RequestedChange = {
      action: "update",
      resource: path,
      id,
      ...change,
      ...(sources && { sources }),
      ...(held?.etag && { sources_if_match: held.etag }),
    };
    try {
      return (await sendChanges([update], { signal })).activity_id;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const isOutrun = error.issues.some((issue) => issue.path === "changes.0.sources_if_match");
      if (!isOutrun || left <= 1) throw ofOneRecord(error);
    }
  }
}

async function read(document: DocumentName, id: string): Promise<ApiResponse> {
  const answer = await getApi(documentPath(document, id)).catch(() => null);
  if (answer?.status !== 200) throw new RequestError(answer);
  return answer;
}

/** The refusal of a batch of one change as that of a write of one record. */
function ofOneRecord(error: RequestError): RequestError {
  const { response, issues } = error;
  if (!response || issues.length === 0) return error;
  const own = issues.map(({ path, message }) => ({
    path: path.replace(/^changes\.0\.?/, "").replace(/^(data|details)\./, ""),
    message,
  }));
  const isGone = own.some(({ path, message }) => path === "id" && message === "does not exist");
  const general = own.find(({ path }) => path === "" || path.endsWith("if_match"));
  return new RequestError({
    ...response,
    status: isGone ? 404 : response.status,
    body: {
      message: general?.message ?? "Some of it can’t be saved.",
      issues: own.filter((one) => one !== general),
    },
  });
}
