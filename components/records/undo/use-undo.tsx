"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { useToast, type Toast } from "@/components/ui/toasts";
import { RequestError } from "@/lib/client/client.browser";
import type { RecordedStep } from "./find-entry";

/** Reverts changes, and shows the result in a toast. */
export function useUndo() {
  const say = useToast();
  const client = useQueryClient();
  const mayUndo = useMayUndo();

  /** @param step the entry to undo by its id, or the change whose entry is to be found. */
  async function undo(step: string | RecordedStep, isAlone = false): Promise<void> {
    const code = await import("./undo-step").catch(() => null);
    say(code ? await code.undoStep(step, isAlone) : { text: new RequestError(null).message });
    await client.invalidateQueries();
  }

  return {
    undoEntry: undo,
    /** Shows a toast with an Undo button. @param link the next step. */
    offer: (text: ReactNode, done: RecordedStep, link?: Toast["link"]) =>
      say({
        text,
        ...(link && { link }),
        ...(mayUndo && { action: { label: "Undo", run: () => void undo(done) } }),
        about: `${done.path}/${done.id}`,
      }),
    offerEntry: (text: ReactNode, id: string, about?: string) =>
      say({
        text,
        ...(mayUndo && { action: { label: "Undo", run: () => void undo(id) } }),
        ...(about === undefined ? {} : { about }),
      }),
  };
}

/** Whether the account can undo: that also reads the activity log, to find the entry. */
export function useMayUndo(): boolean {
  const mayRead = useMay("readActivity");
  return useMay("undoChanges") && mayRead;
}
