"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/components/ui/toasts";
import { ApiError, callApi, sendApi } from "@/lib/client/client";
import type { ActivityEntry } from "@/lib/activity/schema";
import type { Path } from "./nouns";
import type { FlatRecord } from "./record-shape";

/** One record's part in a change, as the one who made it knows it. */
interface Done {
  path: Path;
  id: string;
  /** What the record became; null where it was deleted. */
  after: FlatRecord | null;
}

const lookedThrough = 20;

/** Takes changes back, and says how that went. */
export function useUndo() {
  const say = useToast();
  const client = useQueryClient();

  /** @param find the entry of the activity to undo, asked when it comes to that. */
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
    /** Says what was done, with a way back. */
    offer: (text: string, done: Done) =>
      say({
        text,
        action: { label: "Undo", run: () => void undo(() => entryOf(done)) },
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

/** The newest entry that left the record so. */
async function entryOf({ path, id, after }: Done): Promise<string> {
  const query = new URLSearchParams({ resource: path, record_id: id, limit: String(lookedThrough) });
  const answer = await callApi(`/activity?${query}`).catch(() => null);
  if (answer?.status !== 200) throw new ApiError(answer);
  const entries = answer.body as ActivityEntry[];
  const found = entries.find((entry) => JSON.stringify(entry.after) === JSON.stringify(after));
  if (!found)
    throw new ApiError({ ...answer, body: { message: "Too much has happened since; undo it from the activity." } });
  return found.id;
}
