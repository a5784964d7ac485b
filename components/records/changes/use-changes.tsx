import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useMay } from "@/components/accounts/current-staff";
import { useApiWrite } from "@/components/form/use-write";
import { Refusal } from "@/components/ui/error-notice";
import { showToast, withdrawToasts, type Toast } from "@/components/ui/toasts";
import { sendForLines, writeLimitMilliseconds, type RequestError } from "@/lib/http/client/client.browser";
import type { ChangesResult, RequestedChange } from "@/lib/editing/changes/schema.browser";

/** Applies a batch of changes that can be undone as one. */
export function useChanges() {
  const { write, isBusy, isSlow, stop, error } = useApiWrite();
  const [progress, setProgress] = useState<Progress | null>(null);
  const client = useQueryClient();
  const { offer } = useUndo();

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
    if (about !== undefined) withdrawToasts(about);
    const result = await write(async (signal) => {
      const answer = await sendChanges(changes, { onProgress: setProgress, signal });
      // Busy until the page has the new data: a second save would send additions again.
      await client.invalidateQueries();
      if (answer.activity_id !== null) offer(text, answer.activity_id, about === undefined ? {} : { about });
      return answer;
    }, onRefused);
    setProgress(null);
    return result;
  }

  return { make, isBusy, isSlow, stop, error, progress };
}

/** Reverts changes, and shows the result in a toast. */
export function useUndo() {
  const client = useQueryClient();
  const mayUndo = useMay("undoChanges");

  /** @param entry the id of an entry of the change. */
  async function undo(entry: string, isAlone = false): Promise<void> {
    const { undoStep } = await import("@/components/records/undo/undo-step");
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

export interface Progress {
  done: number;
  of: number;
}

interface Options {
  isDryRun?: boolean;
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

/** Larger batches are sent as an import, which reports progress and may take minutes. */
const maxTimedChanges = 1_000;

/**
 * Sends a batch of changes: all of them are applied, or none.
 *
 * @throws RequestError when one is refused; its `issues` have paths such as `changes.3.data.name`.
 */
export async function sendChanges(
  changes: readonly RequestedChange[],
  { isDryRun = false, onProgress = () => undefined, signal }: Options = {},
): Promise<ChangesResult> {
  const limits = [
    ...(signal ? [signal] : []),
    ...(changes.length <= maxTimedChanges ? [AbortSignal.timeout(writeLimitMilliseconds)] : []),
  ];
  const body = { dry_run: isDryRun, changes };
  const answer = await sendForLines("/changes", body, (line) => onProgress(line as Progress), AbortSignal.any(limits));
  return answer.body as ChangesResult;
}

type Issues = RequestError["issues"];

/** The issues of each change, by its index, or of each row of an import, by its number, with paths that begin at the change; -1: of none. */
export function issuesByChange({ issues }: RequestError): ReadonlyMap<number, Issues> {
  const found = new Map<number, Issues>();
  for (const issue of issues) {
    const [, place = "", path = ""] = /^(?:changes|rows)\.(\d+)\.?(.*)$/.exec(issue.path) ?? [];
    const index = place === "" ? -1 : Number(place);
    found.set(index, [...(found.get(index) ?? []), { ...issue, path }]);
  }
  return found;
}

const shownRefusals = 20;

/** Errors of a refused batch, by change. Takes the focus, because it may be out of view. */
export function ChangeErrors({ error, nameOf }: { error: RequestError; nameOf(index: number): string }) {
  const refused = [...issuesByChange(error)];
  const inWords = ({ path, message }: Issues[number]) => `${path.replace(/^data\./, "")} ${message}`.trim();
  const id = error.response?.requestId;
  return (
    <Refusal error={error}>
      <p>
        {error.message}
        {refused.length === 0 && id && ` Request ID ${id}.`}
      </p>
      <ul className="mt-2 grid gap-1 empty:hidden">
        {refused.slice(0, shownRefusals).map(([index, issues]) => (
          <li key={index}>
            {index >= 0 && <span className="font-semibold">{nameOf(index)}: </span>}
            {issues.map(inWords).join("; ")}
          </li>
        ))}
      </ul>
      {refused.length > shownRefusals && <p className="mt-2">And {refused.length - shownRefusals} more.</p>}
    </Refusal>
  );
}

/** Confirms that everything about a record is right. @param if_match the ETag of the version that was checked. */
export function verification(resource: string, id: string, if_match?: string): RequestedChange {
  return { action: "update", resource, id, verified: true, ...(if_match !== undefined && { if_match }) };
}

export const verifyLabel = "Mark as verified";

/** The toast. @param what such as `2 people`. */
export function verifiedText(what: string): string {
  return `Marked ${what} as verified.`;
}
