import { Redo2, Undo2 } from "lucide-react";
import { useState, type ReactNode, type RefObject } from "react";
import { ChangeErrors, type useChanges } from "@/components/records/changes/use-changes";
import { Button, IconButton } from "@/components/ui/button";
import { showToast } from "@/components/ui/toasts";
import { FormDialog } from "@/components/form/form-dialog";
import { SlowNotice } from "@/components/ui/dialog-actions";
import { usePageKeys } from "@/components/ui/page-keys";
import { noEdits } from "./cast";
import type { Cast } from "./use-cast";

interface Props {
  cast: Cast;
  changing: Pick<ReturnType<typeof useChanges>, "isBusy" | "isSlow" | "stop" | "error">;
  save(): void;
  saveButton: RefObject<HTMLButtonElement | null>;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Actions above the buttons. */
  children?: ReactNode;
}

/** Saves the edits of a cast; undoes and redoes them on Ctrl-Z and ⌘-Z, with Shift or on Ctrl-Y; and discards them. */
export function SaveBar({ cast, changing: { isBusy, isSlow, stop, error }, save, saveButton, say, children }: Props) {
  const [isDiscarding, setIsDiscarding] = useState(false);
  const what = cast.editCount === 1 ? "1 unsaved change" : `${cast.editCount} unsaved changes`;
  usePageKeys((event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    // Within a text field the browser undoes the typing.
    if (document.querySelector("dialog[open]") || isTextField(event.target)) return;
    event.preventDefault();
    step(key === "y" || event.shiftKey ? 1 : -1);
  });

  function step(by: -1 | 1) {
    if (!(by < 0 ? cast.canUndo : cast.canRedo)) return;
    cast.step(by);
    say(by < 0 ? "Undone." : "Redone.");
  }

  function discard() {
    const discarded = cast.edits;
    cast.replace(noEdits);
    setIsDiscarding(false);
    showToast({
      text: `Discarded ${what}.`,
      action: { label: "Undo", run: () => cast.replace(discarded) },
      about: "discarded edits of a cast",
    });
  }

  // Covers rows only while there is something to do.
  const isInUse = cast.editCount > 0 || cast.canUndo || cast.canRedo || Boolean(children);
  return (
    <div
      className={`flex flex-wrap items-center gap-3 border-t border-line bg-paper py-2 ${isInUse ? "sticky bottom-0 z-10" : ""}`}
    >
      {error && (
        <div className="max-h-[40dvh] basis-full overflow-auto">
          <ChangeErrors error={error} nameOf={(index) => nameOf(index, cast)} />
        </div>
      )}
      {children}
      <Button
        ref={saveButton}
        look="primary"
        aria-disabled={isBusy || cast.editCount === 0}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={save}
      >
        {isBusy ? "Saving…" : "Save cast"}
      </Button>
      <span className="flex">
        <IconButton
          icon={Undo2}
          label="Undo edit"
          title="Undo (Ctrl Z)"
          aria-keyshortcuts="Control+Z Meta+Z"
          aria-disabled={!cast.canUndo}
          onClick={() => step(-1)}
        />
        <IconButton
          icon={Redo2}
          label="Redo edit"
          title="Redo (Shift Ctrl Z)"
          aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
          aria-disabled={!cast.canRedo}
          onClick={() => step(1)}
        />
      </span>
      {cast.editCount > 0 && (
        <Button look="plain" onClick={() => setIsDiscarding(true)}>
          Discard…
        </Button>
      )}
      <span role="status" className="text-sm text-muted">
        {cast.editCount > 0 && !isSlow && `${what}, kept as a draft in this browser.`}
      </span>
      <SlowNotice isSlow={isSlow} stop={stop} />
      {isDiscarding && (
        <FormDialog
          title={`Discard ${what}?`}
          action="Discard"
          onSubmit={discard}
          onDismiss={() => setIsDiscarding(false)}
        >
          <p>The cast goes back to what is saved. You can undo this while the page is open.</p>
        </FormDialog>
      )}
    </div>
  );
}

/** Whom the change at an index is about, or the new role. */
function nameOf(index: number, { changes, members }: Cast): string {
  const change = changes[index];
  const member = members.find(({ id }) => id === change?.id);
  return member?.person.name ?? (change?.action === "create" ? String(change.data["name"]) : `Change ${index + 1}`);
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "checkbox");
}
