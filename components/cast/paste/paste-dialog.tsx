import { Dialog } from "@/components/ui/dialog";
import { AddToCast, JoiningFields, useJoining, type AddingDialogProps } from "../joining";
import { countNew } from "../people-and-roles";
import { PastedList } from "./pasted-list";
import { placesOf, usePastedList } from "./use-pasted-list";

/** Adds a pasted cast list, with a preview in which every row can be corrected. */
export function PasteDialog({ productionId, members, onAdd, onDismiss }: AddingDialogProps) {
  const pasted = usePastedList(productionId, members);
  const joining = useJoining(pasted.run, members);
  const places = placesOf(pasted.matches, members);
  const [people, roles] = [countNew(places.map(({ person }) => person)), countNew(places.map(({ role }) => role))];

  return (
    <Dialog title="Paste a cast list" size="wide" onDismiss={pasted.text === "" ? onDismiss : undefined}>
      <PastedList pasted={pasted}>
        <JoiningFields joining={joining} />
      </PastedList>
      <AddToCast
        {...{ joining, places, onAdd, onDismiss }}
        isReady={pasted.isReady}
        news={pasted.matches.length > 0 ? `${people} new people, ${roles} new roles` : null}
      />
    </Dialog>
  );
}
