import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { useToast, type Toast } from "@/components/ui/toasts";
import { RequestError, getApi, sendApi } from "@/lib/client/client.browser";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { recordInUndoConflict } from "@/lib/history/activity/terms.browser";
import { isPath, resourceViews } from "@/lib/resources/resource-views.browser";

/** Reverts changes, and shows the result in a toast. */
export function useUndo() {
  const say = useToast();
  const client = useQueryClient();
  const mayUndo = useMay("undoChanges");

  /** @param entry the id of an entry of the change. */
  async function undo(entry: string, isAlone = false): Promise<void> {
    say(await undoStep(entry, isAlone));
    await client.invalidateQueries();
  }

  return {
    undo,
    /**
     * Shows a toast with an Undo button.
     *
     * @param entry of the change, as the answer of the write names it; null when nothing has changed.
     * @param about what the toast is about, to withdraw it; and the next step.
     */
    offer: (text: ReactNode, entry: string | null, { about, link }: Pick<Toast, "about" | "link"> = {}) =>
      say({
        text,
        ...(link && { link }),
        ...(about !== undefined && { about }),
        ...(mayUndo && entry !== null && { action: { label: "Undo", run: () => void undo(entry) } }),
      }),
  };
}

/**
 * Reverts a change.
 *
 * @param id one of its entries.
 * @param isAlone whether only what it did to the entry's record is reverted.
 * @returns a toast that tells the result.
 */
async function undoStep(id: string, isAlone: boolean): Promise<Toast> {
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
