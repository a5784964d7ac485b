"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useToast, type Toast } from "@/components/ui/toasts";
import { ApiError, sendApi } from "@/lib/client/client";
import { findEntryOf, type RecordedStep } from "./find-entry";

/** Reverts changes, and shows the result in a toast. */
export function useUndo() {
  const say = useToast();
  const client = useQueryClient();

  /** @param find finds the entry to undo, when Undo is pressed. */
  async function undo(find: () => Promise<string>): Promise<void> {
    try {
      await sendApi("POST", `/activity/${await find()}/revert`);
      say({ text: "Undone." });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say({ text: error.message });
    }
    await client.invalidateQueries();
  }

  return {
    undoEntry: (id: string) => undo(async () => id),
    /** Shows a toast with an Undo button. */
    offer: (text: ReactNode, done: RecordedStep, link?: Toast["link"]) =>
      say({
        text,
        ...(link && { link }),
        action: { label: "Undo", run: () => void undo(() => findEntryOf(done)) },
        about: `${done.path}/${done.id}`,
      }),
    offerEntry: (text: string, id: string, about?: string) =>
      say({
        text,
        action: { label: "Undo", run: () => void undo(async () => id) },
        ...(about === undefined ? {} : { about }),
      }),
  };
}
