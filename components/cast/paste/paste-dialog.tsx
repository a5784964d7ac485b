import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { EditedMember, NewPlace } from "../cast";
import { JoiningFields, SourceFields, useJoining } from "../joining";
import type { Match } from "./match-rows";
import { PastedList } from "./pasted-list";
import { placesOf, usePastedList } from "./use-pasted-list";

interface Props {
  productionId: string;
  members: readonly EditedMember[];
  onAdd(places: readonly NewPlace[]): void;
  onDismiss(): void;
}

/** Adds a pasted cast list, with a preview in which every row can be corrected. */
export function PasteDialog({ productionId, members, onAdd, onDismiss }: Props) {
  const pasted = usePastedList(productionId, members);
  const { text, matches, isReady, run } = pasted;
  const joining = useJoining(run, members);
  const places = placesOf(matches, members);

  function add() {
    const joined = joining.complete(places);
    if (joined) onAdd(joined);
  }

  return (
    <Dialog title="Paste a cast list" size="wide" onDismiss={text === "" ? onDismiss : undefined}>
      <PastedList pasted={pasted}>
        <JoiningFields joining={joining} />
      </PastedList>
      {matches.length > 0 && <SourceFields joining={joining} />}
      <DialogActions
        action={places.length === 0 ? "Add to cast" : `Add ${places.length} to cast`}
        onAct={add}
        isDisabled={places.length === 0 || !isReady}
        onDismiss={onDismiss}
      >
        <span role="status" className="text-sm text-muted">
          {matches.length > 0 && `${joining.words} ${summaryOf(matches)}`}
        </span>
      </DialogActions>
    </Dialog>
  );
}

function summaryOf(matches: readonly Match[]): string {
  const taken = matches.filter(({ isTaken }) => isTaken);
  const people = new Set(taken.flatMap(({ place }) => (place.person.isNew ? [place.person.id] : [])));
  const roles = new Set(taken.flatMap(({ place }) => (place.role?.isNew ? [place.role.id] : [])));
  return `${people.size} new people, ${roles.size} new roles. Nothing is saved until you save the cast.`;
}
