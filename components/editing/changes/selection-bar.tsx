import { useState } from "react";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { useMay } from "@/components/accounts/current-staff";
import { useShapes } from "@/components/records/shapes";
import { formatRecordCount } from "@/components/records/record-name";
import type { Selection } from "@/components/records/list/selection";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { useChanges, verification, verifiedText, verifyLabel } from "@/components/records/changes/use-changes";

// Without server rendering each has a boundary of its own, so that the page does not wait for it.
const DeleteDialog = late(() => import("@/components/records/changes/delete-dialog"), "DeleteDialog");
const MergeRecordsDialog = late(() => import("@/components/records/merge/merge-records-dialog"), "MergeRecordsDialog");
const EditManyDialog = late(() => import("./edit-many-dialog"), "EditManyDialog");

/** More are no duplicates, and could not be shown side by side. */
const maxMerged = 20;

interface Props {
  path: ResourcePath;
  records: readonly { id: string }[];
  nameOf(id: string): string;
  selection: Selection;
}

export function SelectionBar({ path, records, nameOf, selection }: Props) {
  const [open, setOpen] = useState<"edit" | "merge" | "delete" | null>(null);
  const mayMerge = useMay("merge");
  const { isMergeable, details } = useShapes()[path];
  const { make, isBusy, error } = useChanges();
  const ids = records.map(({ id }) => id);
  const dialog = { path, onDismiss: () => setOpen(null) };
  const canMerge = mayMerge && isMergeable && records.length > 1 && records.length <= maxMerged;
  const done = () => {
    setOpen(null);
    selection.clear();
  };

  /** Confirms that everything about the selected records is right, as one change. */
  async function verify() {
    const changes = ids.map((id) => verification(path, id));
    if (await make(changes, verifiedText(formatRecordCount(changes.length, path)))) done();
  }

  return (
    <div
      role="group"
      aria-label="Actions for selected records"
      className="flex min-h-[52px] w-full flex-wrap items-center gap-2 rounded border border-curtain bg-curtain-wash px-3 py-1 text-sm"
    >
      <span className="mr-2 font-semibold">{formatRecordCount(records.length, path)} selected</span>
      <Button onClick={() => setOpen("edit")}>Edit field…</Button>
      {details && (
        <Button aria-disabled={isBusy} onClick={() => void verify()}>
          {isBusy ? "Saving…" : verifyLabel}
        </Button>
      )}
      {error && (
        <span role="alert" className="text-curtain">
          Not verified. {error.message}
        </span>
      )}
      {canMerge && <Button onClick={() => setOpen("merge")}>Merge…</Button>}
      <Button look="danger" onClick={() => setOpen("delete")}>
        Delete…
      </Button>
      <Button look="plain" onClick={selection.clear}>
        Clear selection
      </Button>
      {open === "edit" && <EditManyDialog {...dialog} records={records} nameOf={nameOf} onDone={done} />}
      {open === "merge" && <MergeRecordsDialog {...dialog} ids={ids} onMerged={done} />}
      {open === "delete" && <DeleteDialog {...dialog} ids={ids} nameOf={nameOf} onDone={done} />}
    </div>
  );
}
