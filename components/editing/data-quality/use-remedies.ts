import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApiWrite } from "@/components/form/use-write";
import { useChanges } from "@/components/records/changes/use-changes";
import { showToast } from "@/components/ui/toasts";
import { sendApi, type RequestError } from "@/lib/http/client/client.browser";
import { apiQueryKey, type CachedResponse } from "@/lib/http/client/hooks.browser";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { countWords, fixMessage, nextFocus } from "./remedies";

/** What the page shows: all problems as they were read, and those that are listed. */
interface Shown {
  all: readonly DataProblem[];
  listed: readonly DataProblem[];
  narrow(problems: readonly DataProblem[]): DataProblem[];
}

/** Applies fixes, announces how many problems are left, and moves the focus, because the fixed rows disappear. */
export function useFix({ all, listed, narrow }: Shown) {
  const { make, ...state } = useChanges();
  const [error, setError] = useState<RequestError | null>(null);
  const client = useQueryClient();
  const [heard, setHeard] = useState("");
  const [next, setNext] = useState<{ id: string; after: readonly DataProblem[] } | null>(null);

  // Only once the list shows the remaining problems.
  useEffect(() => {
    if (next?.after !== all) return;
    const place = document.getElementById(next.id);
    (place?.querySelector("button") ?? place?.querySelector("a") ?? place)?.focus();
  }, [next, all]);

  return {
    ...state,
    error,
    heard,
    /** @param text the toast when it is done. @returns whether it is done. */
    async apply(problems: readonly DataProblem[], changes: readonly RequestedChange[], text: string) {
      setHeard("");
      setError(null);
      const [first] = problems;
      const about = first && problems.length === 1 ? `${first.resource}/${first.record_id}` : undefined;
      return (await make(changes, text, about, setError)) !== null;
    },
    /** Clears the error when another fix is chosen. */
    forget: () => setError(null),
    /**
     * Moves on from problems once the list was read again, and the dialog is closed: behind it nothing can have the
     * focus. @param message what is announced; default: the result.
     */
    moveOn(problems: readonly DataProblem[], message?: string) {
      const after = client.getQueryData<CachedResponse<DataProblem[]>>(apiQueryKey("/problems"))?.body ?? [];
      const left = narrow(after);
      const [first] = problems;
      setHeard(message ?? fixMessage(problems, left));
      if (first) setNext({ id: nextFocus(first, listed, left), after });
    },
  };
}

export type Fixing = ReturnType<typeof useFix>;

const problemsAtOnce = 200;

export function useSnoozing() {
  const { write, ...state } = useApiWrite();
  const client = useQueryClient();

  /** @param more what is sent about all of them. @returns whether it is done. */
  async function sendAll(
    path: string,
    problems: readonly DataProblem[],
    entryOf: (problem: DataProblem) => object,
    more: object = {},
  ): Promise<boolean> {
    const entries = problems.map(entryOf);
    const isSent = await write(async () => {
      for (let start = 0; start < entries.length; start += problemsAtOnce)
        await sendApi("POST", path, { problems: entries.slice(start, start + problemsAtOnce), ...more });
      return true;
    });
    if (isSent) await client.invalidateQueries();
    return isSent ?? false;
  }

  async function unsnooze(problems: readonly DataProblem[]): Promise<boolean> {
    const entryOf = ({ rule, resource, record_id }: DataProblem) => ({ rule, resource, record_id });
    const isDone = await sendAll("/problems/unsnooze", problems, entryOf);
    if (isDone) showToast({ text: `Ended the snooze of ${countWords(problems.length, "problem")}.` });
    return isDone;
  }

  /** @param until `YYYY-MM-DD`; null: until the facts change. */
  async function snooze(problems: readonly DataProblem[], until: string | null, reason: string): Promise<boolean> {
    const entryOf = ({ rule, resource, record_id, facts }: DataProblem) => ({ rule, resource, record_id, facts });
    const isDone = await sendAll("/problems/snooze", problems, entryOf, { until, reason });
    if (isDone)
      showToast({
        text: `Snoozed ${countWords(problems.length, "problem")}.`,
        action: { label: "Undo", run: () => void unsnooze(problems) },
      });
    return isDone;
  }

  return { ...state, snooze, unsnooze };
}

export type Snoozing = ReturnType<typeof useSnoozing>;
