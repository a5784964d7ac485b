import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDismissToast } from "@/components/ui/toasts";
import { useUndo } from "@/components/records/undo/use-undo";
import { useApiWrite } from "@/components/form/use-api-write";
import { RequestError } from "@/lib/client/client.browser";
import type { ChangesResult, RequestedChange } from "@/lib/editing/changes/schema.browser";
import { sendChanges, type Progress } from "./send-changes";

/** Applies a batch of changes that can be undone as one. */
export function useChanges() {
  const { write, isBusy, isSlow, stop, error } = useApiWrite();
  const [progress, setProgress] = useState<Progress | null>(null);
  const client = useQueryClient();
  const { offer } = useUndo();
  const retract = useDismissToast();

  /**
   * @param text the toast when it is done.
   * @param about what the toast is about; a later change of the same withdraws it.
   * @param onRefused called with the error, for callers that do more than show `error`.
   * @returns null when one was refused: then nothing is changed.
   */
  async function make(
    changes: readonly RequestedChange[],
    text: string,
    about?: string,
    onRefused?: (error: RequestError) => void,
  ): Promise<ChangesResult | null> {
    if (about !== undefined) retract(about);
    const result = await write(async (signal) => {
      const made = await sendChanges(changes, { onProgress: setProgress, signal }).catch((error: unknown) => {
        if (error instanceof RequestError) onRefused?.(error);
        throw error;
      });
      // Busy until the page has the new data: a second save would send additions again.
      await client.invalidateQueries();
      if (made.activity_id !== null) offer(text, made.activity_id, about === undefined ? {} : { about });
      return made;
    });
    setProgress(null);
    return result;
  }

  return { make, isBusy, isSlow, stop, error, progress };
}
