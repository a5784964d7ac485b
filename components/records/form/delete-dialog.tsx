"use client";

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
import { useDirectory } from "@/components/records/use-directory";
import { useApi } from "@/lib/client/hooks.browser";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";

interface Props {
  path: ResourcePath;
  id: string;
  name: string;
  etag: string | null;
  onDeleted(): void;
  onDismiss(): void;
}

/** Deletes a record. Lists first what refers to it, and names that on the button. */
export function DeleteDialog({ path, id, name, etag, onDeleted, onDismiss }: Props) {
  const shapes = useShapes();
  const trial = useDeletionDryRun(path, [id]);
  const { directory, isPending } = useDirectory(resourcesForReferrers(path, shapes));
  const { mutate, isBusy, isSlow, stop, error } = useDeleteRecord(path, id);
  // Who covers a role is in no list of records.
  const players = useApi<CastEntry[]>(`/roles/${encodeURIComponent(id)}/players`, { isEnabled: path === "roles" });
  const [verdict] = trial.data?.changes ?? [];
  const isKnown = verdict !== undefined && !isPending && !players.isLoading;
  const isHeld = verdict?.outcome === "refused";
  const referrers = isKnown ? referrersTo(path, new Set([id]), directory, shapes) : [];
  const covers = players.data?.body.filter((one) => one.covers.some(({ role_id }) => role_id === id)).length ?? 0;
  const coverCount = covers > 0 ? `${covers} ${covers === 1 ? "cover" : "covers"}` : "";
  const counts = [formatRecordCounts(referrers), coverCount].filter((text) => text !== "").join(", ");
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
                {mayCascade ? "This also deletes " : "It can’t be deleted while it is used by "}
                <strong>{counts}</strong>
                {referrers.length > 0 ? ":" : "."}
              </p>
              <ReferrerList path={path} ids={new Set([id])} />
            </>
          )}
          {!mayCascade && counts !== "" && <p className="mt-2">Reassign or delete these first.</p>}
        </div>
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
        action={mayDelete ? (isBusy ? "Deleting…" : mayCascade ? `Delete ${name} and ${counts}` : "Delete") : undefined}
        onAct={() => void remove()}
        isDisabled={isBusy}
        dismissal={isKnown && !mayDelete ? "Close" : "Cancel"}
        onDismiss={onDismiss}
      >
        <SlowNotice isSlow={isSlow} stop={stop} />
      </DialogActions>
    </Dialog>
  );
}
