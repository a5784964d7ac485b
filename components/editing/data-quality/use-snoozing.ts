import { useQueryClient } from "@tanstack/react-query";
import { showToast } from "@/components/ui/toasts";
import { useApiWrite } from "@/components/form/use-write";
import { sendApi } from "@/lib/http/client/client.browser";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";

const problemsAtOnce = 200;

interface Putting {
  /** `YYYY-MM-DD`; null: until the facts change. */
  until: string | null;
  reason: string;
}

export function useSnoozing() {
  const { write, ...state } = useApiWrite();
  const client = useQueryClient();

  async function sendAll(
    path: string,
    problems: readonly DataProblem[],
    bodyOf: (part: readonly DataProblem[]) => object,
  ): Promise<boolean> {
    const isSent = await write(async () => {
      for (let start = 0; start < problems.length; start += problemsAtOnce)
        await sendApi("POST", path, bodyOf(problems.slice(start, start + problemsAtOnce)));
      return true;
    });
    if (isSent) await client.invalidateQueries();
    return isSent ?? false;
  }

  async function unsnooze(problems: readonly DataProblem[]): Promise<boolean> {
    const isDone = await sendAll("/problems/unsnooze", problems, (part) => ({
      problems: part.map(({ rule, resource, record_id }) => ({ rule, resource, record_id })),
    }));
    if (isDone) showToast({ text: `Ended the snooze of ${problemCount(problems)}.` });
    return isDone;
  }

  /** @returns whether it is done. */
  async function snooze(problems: readonly DataProblem[], putting: Putting): Promise<boolean> {
    const isDone = await sendAll("/problems/snooze", problems, (part) => ({
      problems: part.map(({ rule, resource, record_id, facts }) => ({ rule, resource, record_id, facts })),
      ...putting,
    }));
    if (isDone)
      showToast({
        text: `Snoozed ${problemCount(problems)}.`,
        action: { label: "Undo", run: () => void unsnooze(problems) },
      });
    return isDone;
  }

  return { ...state, snooze, unsnooze };
}

export function problemCount({ length }: readonly DataProblem[]): string {
  return length === 1 ? "1 problem" : `${length} problems`;
}
