import { SelectCheckbox } from "@/components/records/list/selection";
import { IconButton } from "@/components/ui/button";
import { GripVertical, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { PointerEvent } from "react";
import type { EditedMember } from "./cast";
import { EditMember } from "./member-fields";
import { MemberText, castRowClass } from "./first-cast";
import type { RowContext } from "./use-cast";

interface Props {
  member: EditedMember;
  context: RowContext;
  /** The id of the text on how to move the row by keyboard. */
  helpId: string;
  onDrag(event: PointerEvent<HTMLElement>): void;
  onStep(by: 1 | -1): void;
}

/** A cast member with billing, person, role, dates and actions. */
export function CastRow({ member, context, helpId, onDrag, onStep }: Props) {
  const { id, person, state } = member;
  const { cast, selection, open, setOpen } = context;
  const isRemoved = state === "removed";
  const isOpen = open?.id === id && !isRemoved;

  function removeOrRestore(row: Element | null) {
    if (isRemoved) cast.giveBack(id);
    else {
      // An unsaved row disappears, and the focus with it.
      const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("#cast");
      if (state === "added") next?.querySelector("button")?.focus();
      cast.remove([id]);
    }
  }

  return (
    <li className={`${castRowClass} data-dragged:z-10 data-dragged:bg-sunken`}>
      <span className="flex h-[34px] w-4 items-center">
        {!isRemoved && <SelectCheckbox id={id} name={person.name} selection={selection} />}
      </span>
      <button
        type="button"
        aria-label={`Move ${person.name}`}
        aria-describedby={helpId}
        className="flex h-8 w-6 cursor-grab touch-none items-center justify-center rounded text-muted hover:text-ink"
        onPointerDown={onDrag}
        onKeyDown={(event) => {
          const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
          if (by === null) return;
          event.preventDefault();
          onStep(by);
        }}
      >
        <GripVertical aria-hidden="true" size={16} />
      </button>
      <MemberText member={member} />
      {!isRemoved && (
        <IconButton
          icon={Pencil}
          label={`Edit ${person.name}`}
          title="Edit"
          aria-expanded={isOpen}
          onClick={() => setOpen(isOpen ? null : { id, isMoved: false })}
        />
      )}
      <IconButton
        key="remove"
        icon={isRemoved ? RotateCcw : Trash2}
        label={`${isRemoved ? "Restore" : "Remove"} ${person.name}`}
        title={isRemoved ? "Restore" : "Remove"}
        onClick={(event) => removeOrRestore(event.currentTarget.closest("li"))}
      />
      {isOpen && <EditMember {...{ member, context }} />}
    </li>
  );
}
