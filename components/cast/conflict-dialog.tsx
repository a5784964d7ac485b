import { LastChange } from "@/components/records/form/edit-conflict";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { CastPlace } from "./cast";
import type { CastConflict } from "./cast-changes";
import { engagementInWords } from "./engagements";

const labels: Readonly<Record<keyof CastPlace, string>> = {
  person: "Person",
  role: "Role",
  role_type: "Type",
  billing_order: "Billing",
  engagements: "Dates",
  covers: "Covers",
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
        {conflicts.map((conflict) => (
          <li key={conflict.before.id} className="grid gap-1 py-3">
            <p>
              <bdi className="font-semibold">{conflict.before.person.name}</bdi>{" "}
              <span className="text-sm text-muted">
                <LastChange path="cast-members" id={conflict.before.id} />
              </span>
            </p>
            {conflict.now === null && <p>Removed from the cast. Your edits of this person can’t be saved.</p>}
            {conflict.mine === null && <p>You remove this person.</p>}
            <dl className="grid gap-1 text-sm">
              {conflict.fields.map((field) => (
                <div key={field} className="flex flex-wrap gap-x-4 gap-y-1">
                  <dt className="font-semibold">{labels[field]}</dt>
                  <dd>Before: {inWords(conflict.before, field)}</dd>
                  {conflict.now && <dd>Theirs: {inWords(conflict.now, field)}</dd>}
                  {conflict.mine && <dd>Yours: {inWords(conflict.mine, field)}</dd>}
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <DialogActions action="Save mine over theirs" onAct={onSave} dismissal="Back to the cast" onDismiss={onDismiss}>
        <Button
          onClick={() => {
            onTake();
            onDismiss();
          }}
        >
          Take theirs
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function inWords({ person, role, role_type, billing_order, engagements, covers }: Partial<CastPlace>, field: string) {
  const words: Readonly<Record<string, string | undefined>> = {
    person: person?.name,
    role: role?.name,
    role_type,
    billing_order: billing_order?.toString(),
    engagements: engagements?.map((one) => engagementInWords(one, today())).join(", "),
    covers: covers?.map((cover) => cover.role.name).join(", "),
  };
  return <bdi>{words[field] || "none"}</bdi>;
}
