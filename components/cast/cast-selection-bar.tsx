import { PartialDateControl } from "@/components/form/day-control";
import type { Selection } from "@/components/records/list/selection";
import { Button } from "@/components/ui/button";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import { useState } from "react";
import { groupNames, type EditedMember, type RoleType } from "./cast";
import { withDates } from "./engagements";
import type { Cast } from "./use-cast";

interface Props {
  /** Those who are selected. */
  members: readonly EditedMember[];
  selection: Selection;
  cast: Cast;
  /** Told what became of the selected members; the bar with the focused button disappears. */
  onDone(text: string): void;
}

const dateActions = [
  { field: "from", name: "Set from", done: "given a first day" },
  { field: "to", name: "Set last day", done: "given a last day" },
  { field: "seen", name: "Seen then", done: "seen on that day" },
] as const;

/** Less high on small screens, where the bar would cover the cast. */
const compact = "max-sm:min-h-8 max-sm:px-2";

/** Actions for the selected members of a cast. */
export function CastSelectionBar({ members, selection, cast, onDone }: Props) {
  const [type, setType] = useState<RoleType>("ensemble");
  /** The same for all who are selected. */
  const [date, setDate] = useState<string | null | undefined>(null);
  const ids = members.map(({ id }) => id);

  function finish(text: string) {
    selection.clear();
    onDone(`${ids.length} ${text}.`);
  }

  function changeType() {
    cast.patch(new Map(ids.map((id) => [id, { role_type: type }])));
    finish(`moved to ${groupNames[type]}`);
  }

  function setDates({ field, done }: (typeof dateActions)[number]) {
    if (!date) return;
    cast.patch(withDates(members, field, date));
    finish(done);
  }

  function remove() {
    cast.remove(ids);
    finish("removed from the cast");
  }
  return (
    <div
      role="group"
      aria-label="Actions for selected cast members"
      className="flex basis-full flex-wrap items-center gap-2 rounded border border-curtain bg-curtain-wash p-2 pl-3 text-sm max-sm:gap-1"
    >
      <span className="mr-2 font-semibold">{ids.length} selected</span>
      <select
        aria-label="New type"
        className="min-h-10 rounded border border-edge bg-raised px-2 max-sm:min-h-8"
        value={type}
        onChange={(event) => setType(event.target.value as RoleType)}
      >
        {roleTypes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Button className={compact} onClick={changeType}>
        Change type
      </Button>
      <span className="flex flex-wrap items-center gap-2 max-sm:gap-1">
        <PartialDateControl
          aria-label="Date for the selected"
          aria-invalid={date === undefined}
          className="min-h-10 w-48 rounded border border-edge bg-raised px-2 aria-invalid:border-curtain max-sm:min-h-8 max-sm:w-40"
          value={date}
          onChange={setDate}
        />
        {dateActions.map((action) => (
          <Button key={action.field} className={compact} aria-disabled={!date} onClick={() => setDates(action)}>
            {action.name}
          </Button>
        ))}
      </span>
      <Button className={compact} onClick={remove}>
        Remove
      </Button>
      <Button look="plain" className={compact} onClick={selection.selectAll}>
        Select all
      </Button>
      <Button look="plain" className={compact} onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}
