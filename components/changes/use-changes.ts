"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUndo } from "@/components/resource/use-undo";
import { useWrite } from "@/components/use-write";
import type { ChangesResult, RequestedChange } from "@/lib/changes/schema";
import { sendChanges, type Progress } from "./send-changes";

/** Makes many changes as one, which can be undone as one. */
export function useChanges() {
  const { write, isBusy, error } = useWrite();
  const [progress, setProgress] = useState<Progress | null>(null);
  const client = useQueryClient();
  const { offerEntry } = useUndo();

  /**
   * @param text what is said when it is done.
   * @returns null when any was refused: then none is made.
   */
  async function make(changes: readonly RequestedChange[], text: string): Promise<ChangesResult | null> {
    const result = await write(() => sendChanges(changes, { tell: setProgress }));
    setProgress(null);
    if (!result) return null;
    if (result.activity_id !== null) offerEntry(text, result.activity_id);
    await client.invalidateQueries();
    return result;
  }

  return { make, isBusy, error, progress };
}
