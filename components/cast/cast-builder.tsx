import { useSearchParams } from "next/navigation";
import { useRef, useState } from "react";
import { today } from "@/components/ui/calendar";
import { useChanges } from "@/components/records/changes/use-changes";
import { CreationContext } from "@/components/records/form/picker";
import { useSaveKey } from "@/components/ui/page-keys";
import { useSelection } from "@/components/records/list/selection";
import { QueryState } from "@/components/ui/query-state";
import { setParameter } from "@/components/ui/use-search-state";
import { pasteCast } from "@/lib/resources/productions/view.browser";
import { groupsOf, type NewPlace } from "./cast";
import { AddMember } from "./member-fields";
import { MemberList } from "./member-list";
import type { CastConflict, CastPatches } from "./edits";
import { CastGroup, CastHead, CastViewSwitch, castViewParameter } from "./first-cast";
import { useNewPeopleAndRoles } from "./people-and-roles";
import { SaveBar } from "./save-bar";
import { shownCast, withDates } from "./engagements";
import { useCast, type OpenRow } from "./use-cast";
import { useRun } from "./use-run";
import { late } from "@/components/ui/late";

const CastSelectionBar = late(() => import("./cast-selection-bar"), "CastSelectionBar");
const PasteDialog = late(() => import("./paste/pasted-list"), "PasteDialog");
const ChangeDialog = late(() => import("./change-of-cast/change-dialog"), "ChangeDialog");
const ConflictDialog = late(() => import("./conflict-dialog"), "ConflictDialog");
const CopyDialog = late(() => import("./copy/copy-dialog"), "CopyDialog");

const changeParameter = "change-of-cast";

/** Edits the cast of a production, and saves it as one change. */
export function CastBuilder({ productionId }: { productionId: string }) {
  const cast = useCast(productionId);
  const changing = useChanges();
  const { create, personOrRoleOf } = useNewPeopleAndRoles(cast.members);
  const parameters = useSearchParams();
  const [isCopying, setIsCopying] = useState(false);
  /** The first save loads the rules before it writes. */
  const [isChecking, setIsChecking] = useState(false);
  const [conflicts, setConflicts] = useState<readonly CastConflict[]>([]);
  const [heard, setHeard] = useState("");
  const [open, setOpen] = useState<OpenRow | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const shown = shownCast(groupsOf(cast.members), today(), parameters.get(castViewParameter), open?.id);
  const present = shown.groups.flatMap((group) =>
    [...group.shown, ...group.former].filter(({ state }) => state !== "removed"),
  );
  const selection = useSelection(() => present.map(({ id }) => id));
  const selected = present.filter(({ id }) => selection.selected.has(id));
  const run = useRun(productionId, cast.editCount > 0 || shown.here.length > 0);
  const section = useRef<HTMLDivElement>(null);
  useSaveKey(section, () => {
    void save();
    return cast.changes.length > 0;
  });

  const context = { productionId, cast, selection, open, setOpen, personOrRoleOf, say: setHeard };

  /** @param over what another person has saved meanwhile, and may be replaced. */
  async function save(over: readonly CastConflict[] = []) {
    setConflicts([]);
    if (cast.changes.length === 0 || isChecking) return;
    setIsChecking(true);
    const refusing = import("./details/detail-rules").then(
      ({ firstRefused }) => firstRefused(cast.members, cast.edits, run.data),
      // Then only the API validates.
      () => null,
    );
    const [refused, prepared] = await Promise.all([refusing, cast.prepareSave(over)]).finally(() =>
      setIsChecking(false),
    );
    if (refused) {
      setOpen({ id: refused.id, isMoved: false, isRefused: true });
      return setHeard(`The dates or covers of ${refused.person.name} need correction.`);
    }
    if (prepared.conflicts.length > 0) return setConflicts(prepared.conflicts);
    if (await changing.make(prepared.changes, "Cast saved.", `productions/${productionId}/cast`)) prepared.forget();
  }

  /** Closes the dialogs that add to the cast. */
  function close() {
    setIsCopying(false);
    for (const dialog of [pasteCast.parameter, changeParameter]) setParameter(dialog, null);
  }

  function add(places: readonly NewPlace[], patches: CastPatches = new Map()) {
    cast.add(places, patches);
    close();
    const changed = patches.size > 0 ? ` Changed the dates of ${patches.size}.` : "";
    setHeard(`Added ${places.length} to the cast.${changed}`);
  }

  const adding = { productionId, members: cast.members, onAdd: add, onDismiss: close };
  const AddingDialog = isCopying ? CopyDialog : parameters.has(pasteCast.parameter) ? PasteDialog : null;
  if (!cast.query.data)
    return (
      <>
        <CastHead />
        <QueryState query={cast.query} what="the cast" shape="cast" lines={8} />
      </>
    );
  return (
    <CreationContext value={create}>
      <div ref={section} id="cast" data-saves className="grid gap-4">
        <CastHead
          open={[
            () => setParameter(pasteCast.parameter, ""),
            () => setIsCopying(true),
            () => setParameter(changeParameter, ""),
          ]}
        />
        {cast.members.length === 0 && (
          <p className="text-sm text-muted">No cast yet. Add someone below, paste a list or copy another cast.</p>
        )}
        <CastViewSwitch
          cast={shown}
          run={run.data}
          seeCompanyToday={() => cast.patch(withDates(shown.here, "seen", today()))}
        />
        {shown.groups.map((group) => (
          <CastGroup
            key={group.type}
            group={group}
            list={(members) => <MemberList {...{ group, members, context }} />}
          />
        ))}
        <p role="status" className="sr-only">
          {heard}
        </p>
        <AddMember context={context} />
        <SaveBar
          cast={cast}
          changing={{ ...changing, isBusy: changing.isBusy || isChecking }}
          save={() => void save()}
          saveButton={saveButton}
          say={setHeard}
        >
          {selected.length > 0 && (
            <CastSelectionBar
              {...{ members: selected, selection, cast }}
              onDone={(text) => {
                saveButton.current?.focus({ preventScroll: true });
                setHeard(text);
              }}
            />
          )}
        </SaveBar>
        {AddingDialog && <AddingDialog {...adding} />}
        {conflicts.length > 0 && (
          <ConflictDialog
            conflicts={conflicts}
            onSave={() => void save(conflicts)}
            onTake={() => {
              cast.take(conflicts);
              setConflicts([]);
            }}
            onDismiss={() => setConflicts([])}
          />
        )}
        {parameters.has(changeParameter) && <ChangeDialog {...adding} />}
      </div>
    </CreationContext>
  );
}
