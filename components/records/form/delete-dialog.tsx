"use client";

import { useState } from "react";
import { SlowNotice } from "@/components/ui/slow-notice";
import { useDeletionDryRun } from "@/components/records/changes/use-deletion-dry-run";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { ErrorNotice } from "@/components/ui/error-notice";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { formatRecordCounts, resourcesForReferrers, referrersTo } from "@/components/records/referrers";
import { useDeleteRecord } from "./record-mutations";
import { ReferrerList } from "./referrer-list";
import { useShapes } from "@/components/records/shapes";
import { Checkbox } from "@/components/ui/checkbox";
import { useDirectory } from "@/components/records/use-directory";

interface Props {
  path: ResourcePath;
  id: string;
  name: string;
  etag: string | null;
  onDeleted(): void;
  onDismiss(): void;
}

/** Deletes a record. Lists first what refers to it, and deletes that only if the box is ticked. */
export function DeleteDialog({ path, id, name, etag, onDeleted, onDismiss }: Props) {
  const shapes = useShapes();
  const trial = useDeletionDryRun(path, [id]);
  const { directory, isPending } = useDirectory(resourcesForReferrers(path, shapes));
  const { mutate, isBusy, isSlow, stop, error } = useDeleteRecord(path, id);
  const [isAgreed, setIsAgreed] = useState(false);
  const [verdict] = trial.data?.changes ?? [];
  const isKnown = verdict !== undefined && !isPending;
  const isHeld = verdict?.outcome === "refused";
  const referrers = isKnown ? referrersTo(path, new Set([id]), directory, shapes) : [];
  const covers = coversIn(verdict?.issues ?? []);
  const counts = [formatRecordCounts(referrers), covers].filter((text) => text !== "").join(", ");
  const mayCascade = isHeld && counts !== "" && shapes[path].isCascading;
  const mayDelete = isKnown && (!isHeld || mayCascade);

  async function remove() {
    if (await mutate({ etag, isCascading: mayCascade })) onDeleted();
    else await trial.refetch();
  }

  return (
    <Dialog
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      onDismiss={onDismiss}
    >
      {trial.error && (
        <ErrorNotice
          title="Can’t check what uses it"
          text={trial.error.message}
          requestId={trial.error.response?.requestId}
          retry={() => void trial.refetch()}
        />
      )}
      {!isKnown && !trial.error && <p role="status">Checking what uses it…</p>}
      {isKnown && !isHeld && (
        <p>
          Nothing else uses this {resourceViews[path].singular}. It will be removed from the API. You can undo this here
          or in Activity.
        </p>
      )}
      {isKnown && isHeld && (
        <div className="rounded bg-curtain-wash p-4">
          {counts === "" && <p>{verdict.issues?.map(({ message }) => message).join(" ")}</p>}
          {counts !== "" && (
            <>
              <p>
                {mayCascade ? "Deleting it also deletes " : "It can’t be deleted while it is used by "}
                <strong>{counts}</strong>
                {referrers.length > 0 ? ":" : "."}
              </p>
              <ReferrerList path={path} ids={new Set([id])} />
            </>
          )}
          {!mayCascade && counts !== "" && <p className="mt-2">Reassign or delete these first.</p>}
        </div>
      )}
      {mayCascade && (
        <Checkbox className="min-h-10" checked={isAgreed} onChange={setIsAgreed}>
          Also delete {counts}
        </Checkbox>
      )}
      {error && (
        <p role="alert" className="rounded bg-curtain-wash p-4 text-curtain">
          {error.response?.status === 412
            ? "Someone edited this after you opened it. Close this and review the changes before you delete it."
            : error.message}
        </p>
      )}
      <DialogActions
        look="danger"
        action={mayDelete ? (isBusy ? "Deleting…" : mayCascade ? "Delete everything" : "Delete") : undefined}
        onAct={() => void remove()}
        isDisabled={isBusy || (mayCascade && !isAgreed)}
        dismissal={isKnown && !mayDelete ? "Close" : "Cancel"}
        onDismiss={onDismiss}
      >
        <SlowNotice isSlow={isSlow} stop={stop} />
      </DialogActions>
    </Dialog>
  );
}

/** Who covers a role is in no list of records: only the API's refusal counts them. */
function coversIn(issues: readonly { message: string }[]): string {
  const [, count] = /(\d+) covers/.exec(issues.map(({ message }) => message).join(" ")) ?? [];
  return count === undefined ? "" : count === "1" ? "1 cover" : `${count} covers`;
}
