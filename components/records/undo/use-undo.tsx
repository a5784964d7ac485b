import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { showToast, type Toast } from "@/components/ui/toasts";

/** Reverts changes, and shows the result in a toast. */
export function useUndo() {
  const client = useQueryClient();
  const mayUndo = useMay("undoChanges");

  /** @param entry the id of an entry of the change. */
  async function undo(entry: string, isAlone = false): Promise<void> {
    const { undoStep } = await import("./undo-step");
    showToast(await undoStep(entry, isAlone));
    await client.invalidateQueries();
  }

  return {
    undo,
    /** Shows a toast, with an Undo button if something has changed. @param about its subject, to withdraw it. */
    offer: (text: ReactNode, entry: string | null, more: Pick<Toast, "about" | "link"> = {}) =>
      showToast({
        text,
        ...more,
        ...(mayUndo && entry !== null && { action: { label: "Undo", run: () => void undo(entry) } }),
      }),
  };
}
