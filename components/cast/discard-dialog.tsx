import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";

interface Props {
  /** Such as `3 unsaved changes`. */
  what: string;
  onDiscard(): void;
  onDismiss(): void;
}

/** Asks before the edits of a cast are discarded. */
export function DiscardDialog({ what, onDiscard, onDismiss }: Props) {
  return (
    <Dialog title={`Discard ${what}?`} onDismiss={onDismiss}>
      <p>The cast goes back to what is saved. You can undo this while the page is open.</p>
      <DialogActions action="Discard" onAct={onDiscard} onDismiss={onDismiss} />
    </Dialog>
  );
}
