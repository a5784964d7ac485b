import { useMemo, useState } from "react";
import { useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { QueryState } from "@/components/ui/query-state";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { useApi } from "@/lib/client/hooks.browser";
import { groupsOf, noEdits, savedCast, withEdits, type EditedMember, type NewPlace, castPath } from "../cast";
import { JoiningFields, SourceFields } from "../joining/joining-fields";
import { useJoining } from "../joining/use-joining";
import { useRun } from "../use-run";
import { copiedRows, type CopiedRow } from "./copied-rows";
import { ProductionChoice } from "./production-choice";

interface Props {
  productionId: string;
  members: readonly EditedMember[];
  onAdd(places: readonly NewPlace[]): void;
  onDismiss(): void;
}

/** Copies the cast of another production, with a preview in which people can be left out. */
export function CopyDialog({ productionId, members, onAdd, onDismiss }: Props) {
  const [sourceId, setSourceId] = useState("");
  const { data, error, refetch } = useApi<CastEntry[]>(castPath(sourceId), {
    isEnabled: sourceId !== "",
  });
  const { directory, isPending } = useDirectory(["roles"]);
  const { data: run } = useRun(productionId);
  const joining = useJoining(run, members);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => {
    const source = groupsOf(withEdits(savedCast(data?.body ?? []), noEdits)).flatMap((group) => group.members);
    const roles = [...directory.roles.values()].filter((role) => role.production_id === productionId);
    return copiedRows(source, { roles, members });
  }, [data, directory.roles, productionId, members]);
  const possible = rows.filter(({ obstacle }) => obstacle === null);
  const taken = possible.filter(({ id }) => !leftOut.has(id));

  function add() {
    const places = joining.complete(taken.map(({ place }) => place));
    if (places) onAdd(places);
  }

  function toggle(id: string) {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    setLeftOut(next);
  }

  return (
    <Dialog title="Copy cast from another production" size="wide" onDismiss={onDismiss}>
      {/* As high as the list of productions, which the dialog would cut off. */}
      <div className={sourceId === "" ? "min-h-80" : ""}>
        <ProductionChoice
          productionId={productionId}
          value={sourceId}
          onChange={(id) => {
            setSourceId(id);
            setLeftOut(new Set());
          }}
        />
      </div>
      {sourceId !== "" && <QueryState query={{ data, error, refetch }} what="the cast" lines={4} />}
      {data?.body.length === 0 && <p className="text-sm text-muted">This production has no cast.</p>}
      {rows.length > 0 && (
        <>
          <JoiningFields joining={joining} />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setLeftOut(new Set())}>Select all</Button>
            <Button onClick={() => setLeftOut(new Set(rows.map(({ id }) => id)))}>Clear selection</Button>
          </div>
          <ol aria-label="Preview" className="divide-y divide-line rounded border border-line">
            {rows.map((row) => (
              <PreviewRow
                key={row.id}
                row={row}
                isTaken={row.obstacle === null && !leftOut.has(row.id)}
                onToggle={() => toggle(row.id)}
              />
            ))}
          </ol>
          <SourceFields joining={joining} />
        </>
      )}
      <DialogActions
        action={taken.length === 0 ? "Add to cast" : `Add ${taken.length} to cast`}
        onAct={add}
        isDisabled={taken.length === 0 || isPending}
        onDismiss={onDismiss}
      >
        <span role="status" className="text-sm text-muted">
          {rows.length > 0 &&
            `${joining.words} ${newRolesIn(taken)} new roles. Nothing is saved until you save the cast.`}
        </span>
      </DialogActions>
    </Dialog>
  );
}

function PreviewRow({ row, isTaken, onToggle }: { row: CopiedRow; isTaken: boolean; onToggle(): void }) {
  const { place, obstacle } = row;
  return (
    <li className="text-sm">
      <label className="flex min-h-[34px] cursor-pointer items-center gap-x-3 px-2 py-1">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-curtain"
          checked={isTaken}
          disabled={obstacle !== null}
          onChange={onToggle}
        />
        <span className="flex min-w-0 grow flex-wrap gap-x-3">
          <bdi className="min-w-0 grow basis-40 font-semibold">{place.person.name}</bdi>
          <bdi className="min-w-0 grow basis-40 text-muted">{place.role?.name}</bdi>
          <span className="text-muted">
            {[place.role_type, place.role?.isNew ? "new role" : null].filter(Boolean).join(", ")}
          </span>
          {obstacle && <span className="text-curtain">{obstacle}</span>}
        </span>
      </label>
    </li>
  );
}

function newRolesIn(rows: readonly CopiedRow[]): number {
  return new Set(rows.flatMap(({ place }) => (place.role?.isNew ? [place.role.id] : []))).size;
}
