import type { Toast } from "@/components/ui/toasts";
import { RequestError, getApi, sendApi } from "@/lib/http/client/client.browser";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { recordInUndoConflict } from "@/lib/editing/activity/terms.browser";
import { isPath, resourceViews } from "@/lib/resources/resource-views.browser";

/** Reverts a change. @param isAlone only what it did to this entry's record. @returns a toast that tells the result. */
export async function undoStep(id: string, isAlone: boolean): Promise<Toast> {
  try {
    await sendApi("POST", `/activity/${id}/revert${isAlone ? "?only=record" : ""}`);
    return { text: "Undone." };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return conflictToast(error);
  }
}

/** Names the record that has changed since, and leads to its later changes. */
async function conflictToast(error: RequestError): Promise<Toast> {
  const record = error.response?.status === 409 ? recordInUndoConflict(error.message) : null;
  if (!record) return { text: error.message };
  const query = new URLSearchParams({ resource: record.resource, record_id: record.id });
  const answer = await getApi(`/activity?${query}&limit=1`).catch(() => null);
  const [latest] = answer?.status === 200 ? (answer.body as ActivityEntry[]) : [];
  const term = isPath(record.resource) ? resourceViews[record.resource].singular : record.resource;
  return {
    text: (
      <>
        Can’t undo this: {term} <bdi className="font-semibold">{latest?.label ?? record.id}</bdi> has changed since.
        Undo the later change first.
      </>
    ),
    link: { label: "Show later changes", href: `/dashboard/activity?${query}` },
  };
}
