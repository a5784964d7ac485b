"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { ChangeErrors } from "@/components/changes/change-errors";
import { SlowNotice } from "@/components/changes/slow-notice";
import { useChanges } from "@/components/changes/use-changes";
import { LeaveGuard } from "@/components/record-form/leave-guard";
import { useSaveKey } from "@/components/record-form/use-save-key";
import { Button } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import { AddMember } from "./add-member";
import { groupsOf } from "./cast";
import { CastGroup } from "./cast-group";
import { changesOf } from "./cast-changes";
import { useCast } from "./use-cast";

const PasteDialog = dynamic(() => import("./paste/paste-dialog").then(({ PasteDialog }) => PasteDialog), {
  ssr: false,
});

/** Edits the cast of a production, and saves it as one change. */
export function CastBuilder({ productionId }: { productionId: string }) {
  const cast = useCast(productionId);
  const { make, isBusy, isSlow, stop, error } = useChanges();
  const [isPasting, setIsPasting] = useState(false);
  const [heard, setHeard] = useState("");
  const changes = changesOf(productionId, cast.edits);
  useSaveKey((isApart) => {
    if (isApart && document.activeElement?.closest("#cast")) void save();
  });

  async function save() {
    if (changes.length === 0) return;
    const result = await make(
      changes.map(({ change }) => change),
      "Cast saved.",
      `productions/${productionId}/cast`,
    );
    if (result) cast.discard();
  }

  if (cast.error || cast.isPending)
    return (
      <QueryState
        query={{ data: undefined, error: cast.error, refetch: cast.retry }}
        lines={8}
        label="Loading the cast…"
        title="The cast can’t be loaded"
      />
    );
  const groups = groupsOf(cast.members);
  return (
    <div id="cast" data-saved-apart className="grid gap-6">
      <LeaveGuard isNeeded={cast.editCount > 0} />
      {cast.members.length === 0 && (
        <p className="text-sm text-muted">No cast yet. Add someone below or paste a list.</p>
      )}
      {groups.map(
        (group) =>
          group.members.length > 0 && (
            <CastGroup
              key={group.type}
              group={group}
              groups={groups}
              cast={cast}
              productionId={productionId}
              say={setHeard}
            />
          ),
      )}
      <p role="status" className="sr-only">
        {heard}
      </p>
      <AddMember productionId={productionId} members={cast.members} add={cast.add} />
      {error && <ChangeErrors error={error} nameOf={(index) => changes[index]?.name ?? `Change ${index + 1}`} />}
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
        <Button look="primary" aria-disabled={isBusy || cast.editCount === 0} onClick={() => void save()}>
          {isBusy ? "Saving…" : "Save cast"}
        </Button>
        <Button onClick={() => setIsPasting(true)}>Paste a list…</Button>
        {cast.editCount > 0 && (
          <Button look="plain" onClick={cast.discard}>
            Discard
          </Button>
        )}
        <span role="status" className="text-sm text-muted">
          {cast.editCount > 0 && !isSlow && `${counted(cast.editCount)}, kept as a draft in this browser.`}
        </span>
        <SlowNotice isSlow={isSlow} stop={stop} />
      </div>
      {isPasting && (
        <PasteDialog
          productionId={productionId}
          members={cast.members}
          onAdd={(places) => {
            cast.add(places);
            setIsPasting(false);
          }}
          onDismiss={() => setIsPasting(false)}
        />
      )}
    </div>
  );
}

function counted(edits: number): string {
  return edits === 1 ? "1 unsaved change" : `${edits} unsaved changes`;
}
