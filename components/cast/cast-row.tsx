import { GripVertical, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { CSSProperties, PointerEvent } from "react";
import { SelectCheckbox } from "@/components/records/list/selection";
import { iconButtonClass } from "@/components/ui/button";
import type { EditedMember } from "./cast";
import { EditMember } from "./edit-member";
import { castRowClass, MemberText } from "./member-text";
import type { RowContext } from "./row-context";

interface Props {
  member: EditedMember;
  context: RowContext;
  isDragged: boolean;
  /** Where the row is shown while one is dragged. */
  style: CSSProperties | undefined;
  /** The id of the text on how to move the row by keyboard. */
  helpId: string;
  onDrag(event: PointerEvent<HTMLElement>): void;
  onStep(by: 1 | -1): void;
}

/** A cast member with billing, person, role, dates and actions. */
export function CastRow({ member, context, isDragged, style, helpId, onDrag, onStep }: Props) {
  const { id, person, state } = member;
  const { cast, selection, open, setOpen } = context;
  const isRemoved = state === "removed";
  const isOpen = open?.id === id && !isRemoved;

  function removeOrRestore(row: Element | null) {
    if (isRemoved) cast.giveBack(id);
    else {
      // An unsaved row disappears, and the focus with it.
      if (state === "added") (neighbourOf(row) ?? row?.closest("#cast"))?.querySelector("button")?.focus();
      cast.remove([id]);
    }
  }

  return (
    <li style={style} className={`${castRowClass} ${isDragged ? "z-10 bg-sunken" : ""}`}>
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
        <button
          type="button"
          className={iconButtonClass}
          aria-label={`Edit ${person.name}`}
          title="Edit"
          aria-expanded={isOpen}
          onClick={() => setOpen(isOpen ? null : { id, isMoved: false })}
        >
          <Pencil aria-hidden="true" size={16} />
        </button>
      )}
      <button
        key="remove"
        type="button"
        className={iconButtonClass}
        aria-label={`${isRemoved ? "Restore" : "Remove"} ${person.name}`}
        title={isRemoved ? "Restore" : "Remove"}
        onClick={(event) => removeOrRestore(event.currentTarget.closest("li"))}
      >
        {isRemoved ? <RotateCcw aria-hidden="true" size={16} /> : <Trash2 aria-hidden="true" size={16} />}
      </button>
      {isOpen && <EditMember member={member} context={context} isMoved={open.isMoved} />}
    </li>
  );
}

function neighbourOf(row: Element | null): Element | null {
  return row?.nextElementSibling ?? row?.previousElementSibling ?? null;
}
