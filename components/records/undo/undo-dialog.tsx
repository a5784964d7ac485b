import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { describeChange, type Change } from "./changes";
import type { WholeChange } from "./whole-change";

interface Props {
  /** The entries of the change that are in sight. */
  change: Change;
  whole: WholeChange;
  onUndo(isAlone: boolean): void;
  onDismiss(): void;
}

/** Says what else belongs to a change before all of it is undone, and offers one record alone. */
export function UndoDialog({ change, whole: { entries, isAll }, onUndo, onDismiss }: Props) {
  const count = isAll ? entries.length : `more than ${entries.length}`;
  const isOfOne = change.every(
    ({ record_id, resource }) => record_id === change[0].record_id && resource === change[0].resource,
  );
  return (
    <Dialog title={`Undo all ${count} changes?`} onDismiss={onDismiss}>
      <p>It belongs to one change{isAll ? `, which ${describeChange(entries)}` : ` of ${count} records`}.</p>
      <DialogActions action={`Undo all ${count}`} onAct={() => onUndo(false)} onDismiss={onDismiss}>
        {isOfOne && <Button onClick={() => onUndo(true)}>Undo this record alone</Button>}
      </DialogActions>
    </Dialog>
  );
}
