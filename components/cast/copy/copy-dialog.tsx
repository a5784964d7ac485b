import { findRecords } from "@/components/records/directory/record-matches";
import { nameOfRecord } from "@/components/records/record-name";
import { useSelection } from "@/components/records/list/selection";
import { useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { ComboboxField } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { QueryState } from "@/components/ui/query-state";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { useMemo, useState } from "react";
import {
  castPath,
  groupsOf,
  noEdits,
  savedCast,
  withEdits,
  type EditedMember,
  type CastPlace,
  type PersonOrRole,
  type SavedMember,
} from "../cast";
import { AddToCast, JoiningFields, useJoining } from "../joining";
import type { AddingDialogProps } from "../use-cast";
import { useRun } from "../use-run";
import { hasPart, newAmong, newByName, partKey, roleNamed } from "../people-and-roles";

/** Copies the cast of another production, with a preview in which people can be left out. */
export function CopyDialog({ productionId, members, onAdd, onDismiss }: AddingDialogProps) {
  const [sourceId, setSourceId] = useState("");
  const { data, error, refetch } = useApi<CastEntry[]>(castPath(sourceId), { isEnabled: sourceId !== "" });
  const { directory, isPending } = useDirectory(["roles"]);
  const { data: run } = useRun(productionId);
  const joining = useJoining(run, members);
  const rows = useMemo(() => {
    const source = groupsOf(withEdits(savedCast(data?.body ?? []), noEdits)).flatMap((group) => group.members);
    const roles = [...directory.roles.values()].filter((role) => role.production_id === productionId);
    return copiedRows(source, { roles, members });
  }, [data, directory.roles, productionId, members]);
  const leftOut = useSelection(() => rows.map(({ id }) => id));
  const isTaken = ({ id, obstacle }: CopiedRow) => obstacle === null && !leftOut.selected.has(id);
  const places = rows.filter(isTaken).map(({ place }) => place);

  return (
    <Dialog title="Copy cast from another production" size="wide" onDismiss={onDismiss}>
      {/* As high as the list of productions, which the dialog would cut off. */}
      <div className={sourceId === "" ? "min-h-80" : ""}>
        <ProductionChoice
          productionId={productionId}
          value={sourceId}
          onChange={(id) => {
            setSourceId(id);
            leftOut.clear();
          }}
        />
      </div>
      {sourceId !== "" && <QueryState query={{ data, error, refetch }} what="the cast" lines={4} />}
      {data?.body.length === 0 && <p className="text-sm text-muted">This production has no cast.</p>}
      {rows.length > 0 && (
        <>
          <JoiningFields joining={joining} />
          <div className="flex flex-wrap gap-2">
            <Button onClick={leftOut.clear}>Select all</Button>
            <Button onClick={leftOut.selectAll}>Clear selection</Button>
          </div>
          <ol aria-label="Preview" className="divide-y divide-line rounded border border-line">
            {rows.map((row) => (
              <PreviewRow
                key={row.id}
                row={row}
                isTaken={isTaken(row)}
                onToggle={() => leftOut.toggle(row.id, false)}
              />
            ))}
          </ol>
        </>
      )}
      <AddToCast
        {...{ joining, places, onAdd, onDismiss }}
        isReady={!isPending}
        news={rows.length > 0 ? `${newAmong(places.map(({ role }) => role)).length} new roles` : null}
      />
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

interface ProductionChoiceProps {
  /** The production that is not offered; others of its show come first. */
  productionId: string;
  value: string;
  onChange(id: string): void;
}

function ProductionChoice({ productionId, value, onChange }: ProductionChoiceProps) {
  const { directory, isPending, error } = useDirectory(["productions", "shows", "theatres"]);
  const [typed, setTyped] = useState<string | null>(null);
  const show = directory.productions.get(productionId)?.show_id;
  const found = (isSame: boolean) => {
    const isFitting = (one: Record<string, unknown>) =>
      one["id"] !== productionId && (one["show_id"] === show) === isSame;
    return typed === null ? [] : findRecords("productions", directory, typed, isFitting);
  };
  const options = [...found(true), ...found(false)].map(({ id, name }) => ({ key: id, content: name }));
  return (
    <ComboboxField
      label="Production"
      hint="Productions of the same show come first."
      problem={error?.message}
      placeholder={isPending ? "Loading…" : "Search productions"}
      value={typed ?? (value === "" ? "" : nameOfRecord("productions", value, directory))}
      listLabel="Productions"
      options={options}
      isLoading={isPending}
      popup={{
        isOpen: typed !== null,
        open: () => setTyped((before) => before ?? ""),
        close: () => setTyped(null),
      }}
      onType={setTyped}
      onChoose={({ key }) => onChange(key)}
    />
  );
}

/** A member of another production's cast, as a member of this one. */
interface CopiedRow {
  /** The id of the original. */
  id: string;
  place: CastPlace;
  /** Why it can't be copied; null when it can. */
  obstacle: string | null;
}

/**
 * The members of another cast with the roles of this production: one of the same name, or a new one. Billing numbers
 * stay as they are, or follow those that this cast has already.
 *
 * @param roles the roles of this production.
 */
export function copiedRows(
  source: readonly SavedMember[],
  { roles, members }: { roles: readonly PersonOrRole[]; members: readonly EditedMember[] },
): CopiedRow[] {
  const newRole = newByName(members.map(({ role }) => role));
  const present = members.filter(({ state }) => state !== "removed");
  const last = Math.max(0, ...present.map(({ billing_order }) => billing_order ?? 0));
  const taken = new Set<string>();
  return source.map(({ id, person, role, role_type, billing_order, covers = [] }) => {
    const place = {
      person,
      role: role && roleNamed(role.name, roles, newRole),
      role_type,
      billing_order: billing_order === null ? null : billing_order + last,
      covers: covers.map(({ role: covered, call_order }) => ({
        role: roleNamed(covered.name, roles, newRole),
        call_order,
      })),
    };
    const isRepeated = taken.has(partKey(place));
    taken.add(partKey(place));
    const obstacle = hasPart(present, place) ? "Already in the cast" : isRepeated ? "Same as a row above" : null;
    return { id, place, obstacle };
  });
}
