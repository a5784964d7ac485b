import type { RecordField } from "@/components/records/form/record-shape";
import { Button } from "@/components/ui/button";
import { shownText } from "./cell-value";
import { cellKey, type UnsavedCell } from "./use-cell-edits";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { openDialog } from "@/components/ui/page-dialogs";

interface Props {
  cells: readonly UnsavedCell[];
  fields: ReadonlyMap<string, RecordField>;
  nameOf(id: string): string;
  save(cell: UnsavedCell): void;
  discard(cell: UnsavedCell): void;
}

/** The cells that could not be saved, and why: what was typed stays until it is saved or discarded. */
export function UnsavedCells({ cells, fields, nameOf, save, discard }: Props) {
  const stopped = cells.filter(({ problem }) => problem !== null);
  return (
    <div role="alert" className="text-sm not-empty:mb-3">
      {stopped.length > 0 && (
        <ul aria-label="Not saved" className="grid gap-2 rounded border border-curtain bg-curtain-wash p-3">
          {stopped.map((cell) => {
            const field = fields.get(cell.field);
            const label = `${field?.label ?? cell.field} of ${nameOf(cell.id)}`;
            return (
              <li key={cellKey(cell)} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 grow break-words">
                  <span className="font-semibold">
                    {label}, “{field ? shownText(field, cell.after) : ""}”, is not saved.
                  </span>{" "}
                  {cell.problem}
                </span>
                <span className="flex gap-2">
                  <Button aria-label={`Save again: ${label}`} onClick={() => save(cell)}>
                    Save again
                  </Button>
                  <Button look="plain" aria-label={`Discard: ${label}`} onClick={() => discard(cell)}>
                    Discard
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Asks before a page with unsaved cells is left: no draft keeps them. */
export function useLeaveGuard(isNeeded: boolean) {
  const router = useRouter();

  useEffect(() => {
    if (!isNeeded) return;
    const ended = new AbortController();
    const hold = (event: MouseEvent) => {
      const address = addressOf(event);
      if (address === null) return;
      event.preventDefault();
      // Nothing else on the page acts on it.
      event.stopImmediatePropagation();
      const leave = () => router.push(address);
      void openDialog((end) => (
        <Dialog title="Leave with unsaved cells?" onDismiss={() => end(null)}>
          <p>What you typed into these cells is lost when you leave.</p>
          <DialogActions action="Stay" onAct={() => end(null)} dismissal="Leave" onDismiss={leave} />
        </Dialog>
      ));
    };
    addEventListener("beforeunload", (event) => event.preventDefault(), ended);
    document.addEventListener("click", hold, { capture: true, signal: ended.signal });
    return () => ended.abort();
  }, [isNeeded, router]);
}

/** The URL that a click leads to within this window, if it is another page. */
function addressOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  // A link that returns to this page after a sign-in.
  if (link?.hasAttribute("data-keeps-draft")) return null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download")) return null;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin || pathname === location.pathname) return null;
  return `${pathname}${search}`;
}
