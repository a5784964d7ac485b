import { Dialog } from "@/components/ui/dialog";
import { SingleKeysSwitch } from "@/components/ui/page-keys";

type Shortcut = readonly [keys: string, what: string];

const everywhere: readonly Shortcut[] = [
  ["Ctrl K or ⌘ K", "Find a record, page or action"],
  ["?", "Show these shortcuts"],
  ["Escape", "Close"],
];

const inTheDashboard: readonly Shortcut[] = [
  ["/", "Search the list"],
  ["J, K", "Next or previous record or problem in the list"],
  ["X, Shift X", "Select the record or problem, or all from the last selected one"],
  ["Enter", "Open the record"],
  ["Enter in a cell", "Edit it; then Enter saves and goes down, Tab saves and goes right, Escape gives back"],
  ["V", "Mark the record as verified"],
  ["Ctrl S or ⌘ S", "Save the record or the cast"],
  ["Ctrl Z or ⌘ Z", "Undo an edit of the cast; with Shift, redo it"],
  ["Shift + click", "Select all from the last selected record"],
  ["↑ ↓ in a date", "Next or previous day; Page Up and Page Down move a week"],
  ["← → in the timeline", "Earlier or later months; + and − zoom, Home returns to today"],
  ["↑ ↓ on the handle of a cast member", "Move up or down in the billing"],
];

export function ShortcutList({ isStaff, onDismiss }: { isStaff: boolean; onDismiss(): void }) {
  const shortcuts = isStaff ? [...everywhere, ...inTheDashboard] : everywhere;
  return (
    <Dialog title="Shortcuts" onDismiss={onDismiss}>
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[200px_1fr]">
        {shortcuts.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="font-semibold">{keys}</dt>
            <dd className="text-muted">{what}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysSwitch />
      <button
        type="button"
        className="justify-self-start text-sm underline underline-offset-4"
        autoFocus
        onClick={onDismiss}
      >
        Close
      </button>
    </Dialog>
  );
}
