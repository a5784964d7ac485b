"use client";

import { useState } from "react";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import {
  formatRecordCount,
  formatRecordCounts,
  resourcesForReferrers,
  referrersTo,
} from "@/components/records/referrers";
import { ReferrerList } from "@/components/records/form/referrer-list";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Checkbox } from "@/components/ui/checkbox";
import { ChangeErrors } from "../../records/changes/change-errors";
import { SlowNotice } from "../../ui/slow-notice";
import { deletionChanges, useDeletionDryRun } from "../../records/changes/use-deletion-dry-run";
import { useChanges } from "../../records/changes/use-changes";

interface Props {
  path: ResourcePath;
  ids: readonly string[];
  nameOf(id: string): string;
  onDone(): void;
  onDismiss(): void;
}

/** Deletes many records as one change. Lists first what a cascade would delete, or what prevents the deletion. */
export function DeleteManyDialog({ path, ids, nameOf, onDone, onDismiss }: Props) {
  const shapes = useShapes();
  const trial = useDeletionDryRun(path, ids);
  const { directory, isPending } = useDirectory(resourcesForReferrers(path, shapes));
  const { make, isBusy, isSlow, stop, error } = useChanges();
  const [isAgreed, setIsAgreed] = useState(false);
  const held = (trial.data?.changes ?? []).filter(({ outcome }) => outcome === "refused");
  const heldIds = new Set(held.map(({ index }) => ids[index] ?? ""));
  const free = ids.filter((id) => !heldIds.has(id));
  const mayCascade = shapes[path].isCascading;
  const referrers = referrersTo(path, heldIds, directory, shapes);
  const going = mayCascade && isAgreed ? ids : free;

  const allOrOthers = going.length === ids.length ? "Delete everything" : `Delete the other ${going.length}`;
  const deletion = isBusy ? "Deleting…" : allOrOthers;

  async function remove() {
    if (await make(deletionChanges(path, going, isAgreed), `${formatRecordCount(going.length, path)} deleted.`))
      onDone();
  }

  return (
    <Dialog title={`Delete ${formatRecordCount(ids.length, path)}?`} onDismiss={onDismiss}>
      {trial.error && (
        <ErrorNotice title="Nothing was deleted" text={trial.error.message} retry={() => void trial.refetch()} />
      )}
      {(trial.isPending || isPending) && <p role="status">Checking what uses them…</p>}
      {trial.data && !isPending && held.length === 0 && (
        <p>Nothing else uses these. They’ll be removed from the API. You can undo this.</p>
      )}
      {held.length > 0 && !isPending && (
        <div role="alert" className="grid gap-2 rounded bg-curtain-wash p-4">
          <p>
            {held.length === ids.length
              ? "All of them are"
              : `${held.length} of them ${held.length === 1 ? "is" : "are"}`}{" "}
            used{referrers.length > 0 && ` by ${formatRecordCounts(referrers)}`}
            {mayCascade ? ", which would also be deleted:" : " and can’t be deleted:"}
          </p>
          <ReferrerList path={path} ids={heldIds} />
        </div>
      )}
      {held.length > 0 && mayCascade && !isPending && (
        <Checkbox checked={isAgreed} onChange={setIsAgreed}>
          Also delete {formatRecordCounts(referrers)}
        </Checkbox>
      )}
      {error && <ChangeErrors error={error} nameOf={(index) => nameOf(going[index] ?? "")} />}
      <DialogActions
        look="danger"
        action={trial.data && !isPending && going.length > 0 ? deletion : undefined}
        onAct={() => void remove()}
        isDisabled={isBusy}
        dismissal="Cancel"
        onDismiss={onDismiss}
      >
        <SlowNotice isSlow={isSlow} stop={stop} />
      </DialogActions>
    </Dialog>
  );
}
