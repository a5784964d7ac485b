import { LastChange } from "@/components/records/undo/changes";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { CastPatch, CastPlace } from "./cast";
import type { CastConflict } from "./edits";
import { engagementInWords } from "./engagements";

/** What a field is called, and its value in words. */
const fieldsInWords: {
  readonly [Field in keyof CastPlace]-?: readonly [label: string, valueOf: (place: CastPatch) => string | undefined];
} = {
  person: ["Person", ({ person }) => person?.name],
  role: ["Role", ({ role }) => role?.name],
  role_type: ["Type", ({ role_type }) => role_type],
  billing_order: ["Billing", ({ billing_order }) => billing_order?.toString()],
  engagements: ["Dates", ({ engagements: all }) => all?.map((one) => engagementInWords(one, today())).join(", ")],
  covers: ["Covers", ({ covers }) => covers?.map(({ role }) => role.name).join(", ")],
};

interface Props {
  conflicts: readonly CastConflict[];
  /** Saves over what another person has saved. */
  onSave(): void;
  /** Gives up these edits. */
  onTake(): void;
  onDismiss(): void;
}

/** Shows what another person has saved since the edits of a cast began, before that is replaced. */
export function ConflictDialog({ conflicts, onSave, onTake, onDismiss }: Props) {
  return (
    <Dialog title="Someone else edited this cast" size="wide" onDismiss={onDismiss}>
      <p>Nothing is saved yet, and your edits are safe.</p>
      <ul className="divide-y divide-line border-y border-line">
        {conflicts.map(({ before, now, mine, fields }) => (
          <li key={before.id} className="grid gap-1 py-3">
            <p>
              <bdi className="font-semibold">{before.person.name}</bdi>{" "}
              <span className="text-sm text-muted">
                <LastChange path="cast-members" id={before.id} />
              </span>
            </p>
            {now === null && <p>Removed from the cast. Your edits of this person can’t be saved.</p>}
            {mine === null && <p>You remove this person.</p>}
            <dl className="grid gap-1 text-sm">
              {fields.map((field) => (
                <div key={field} className="flex flex-wrap gap-x-4 gap-y-1">
                  <dt className="font-semibold">{fieldsInWords[field][0]}</dt>
                  <dd>Before: {inWords(before, field)}</dd>
                  {now && <dd>Theirs: {inWords(now, field)}</dd>}
                  {mine && <dd>Yours: {inWords(mine, field)}</dd>}
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <DialogActions action="Save mine over theirs" onAct={onSave} dismissal="Back to the cast" onDismiss={onDismiss}>
        <Button onClick={onTake}>Take theirs</Button>
      </DialogActions>
    </Dialog>
  );
}

function inWords(place: CastPatch, field: keyof CastPlace) {
  return <bdi>{fieldsInWords[field][1](place) || "none"}</bdi>;
}
