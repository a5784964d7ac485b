"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { useToast, type Toast } from "@/components/ui/toasts";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import { recordInUndoConflict } from "@/lib/history/activity/terms.browser";
import { RequestError, getApi, sendApi } from "@/lib/client/client.browser";
import { isPath, resourceViews } from "@/lib/resources/resource-views.browser";
import { findEntryOf, type RecordedStep } from "./find-entry";

/** Reverts changes, and shows the result in a toast. */
export function useUndo() {
  const say = useToast();
  const client = useQueryClient();
  const mayUndo = useMayUndo();

  /** @param find finds the entry to undo, when Undo is pressed. */
  async function undo(find: () => Promise<string>): Promise<void> {
    try {
      await sendApi("POST", `/activity/${await find()}/revert`);
      say({ text: "Undone." });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      say(await conflictToast(error));
    }
    await client.invalidateQueries();
  }

  return {
    undoEntry: (id: string) => undo(async () => id),
    /** Shows a toast with an Undo button. @param link the next step. */
    offer: (text: ReactNode, done: RecordedStep, link?: Toast["link"]) =>
      say({
        text,
        ...(link && { link }),
        ...(mayUndo && { action: { label: "Undo", run: () => void undo(() => findEntryOf(done)) } }),
        about: `${done.path}/${done.id}`,
      }),
    offerEntry: (text: ReactNode, id: string, about?: string) =>
      say({
        text,
        ...(mayUndo && { action: { label: "Undo", run: () => void undo(async () => id) } }),
        ...(about === undefined ? {} : { about }),
      }),
  };
}

/** Whether the account can undo: that also reads the activity log, to find the entry. */
export function useMayUndo(): boolean {
  const mayRead = useMay("readActivity");
  return useMay("undoChanges") && mayRead;
}

/** Names the record that has changed since, and leads to its later changes. */
async function conflictToast(error: RequestError): Promise<Toast> {
  const record = error.response?.status === 409 ? recordInUndoConflict(error.message) : null;
  if (!record) return { text: error.message };
  const query = new URLSearchParams({ resource: record.resource, record_id: record.id });
  const answer = await getApi(`/activity?${query}&limit=1`).catch(() => null);
  const [latest] = answer?.status === 200 ? (answer.body as ActivityEntry[]) : [];
  const name = (latest?.after ?? latest?.before)?.["name"];
  const term = isPath(record.resource) ? resourceViews[record.resource].singular : record.resource;
  return {
    text: (
      <>
        Can’t undo this: {term} <bdi className="font-semibold">{typeof name === "string" ? name : record.id}</bdi> has
        changed since. Undo the later change first.
      </>
    ),
    link: { label: "Show later changes", href: `/dashboard/activity?${query}` },
  };
}
