"use client";

import { GripVertical, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { CSSProperties, PointerEvent } from "react";
import { RecordLink } from "@/components/directory/record-link";
import { SelectCheckbox } from "@/components/record-list/select-checkbox";
import { today } from "@/components/calendar";
import { capitalised } from "@/lib/resource/terms";
import { iconButtonClass } from "@/components/ui/button";
import type { EditedMember } from "./cast";
import { EditMember } from "./edit-member";
import { engagementInWords } from "./engagement-words";
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
  const { id, person, role, billing_order, state } = member;
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
    <li
      style={style}
      className={`relative flex min-h-[34px] flex-wrap items-center gap-x-2 pr-1 pl-3 text-sm hover:bg-sunken max-sm:py-1 ${isDragged ? "z-10 bg-sunken" : ""}`}
    >
      {isRemoved ? <span className="w-4" /> : <SelectCheckbox id={id} name={person.name} selection={selection} />}
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
      <span className="w-6 text-right font-mono text-muted">
        <span className="sr-only">{billing_order === null ? "No billing" : "Billing"}</span>
        {billing_order ?? <span aria-hidden="true">–</span>}
      </span>
      <span className="flex min-w-0 grow basis-32 flex-wrap gap-x-4 break-words">
        <bdi className={`min-w-0 sm:basis-64 ${isRemoved ? "text-muted line-through" : ""}`}>
          {person.isNew ? (
            <span className="font-semibold">{person.name}</span>
          ) : (
            <RecordLink path="people" id={person.id}>
              {person.name}
            </RecordLink>
          )}
        </bdi>
        {role && (
          <bdi className={`min-w-0 text-muted sm:grow sm:basis-48 ${isRemoved ? "line-through" : ""}`}>{role.name}</bdi>
        )}
        <State member={member} />
        <Known member={member} />
      </span>
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

/** The dates and covers, in a few words. */
function Known({ member: { engagements, covers } }: { member: EditedMember }) {
  const dates = engagements.map((one) => engagementInWords(one, today()));
  const roles = covers.map(({ role }) => role.name);
  return (
    <span className="text-muted sm:ml-auto sm:text-right">
      {capitalised([...new Set(dates)].join("; ") || "dates unknown")}
      {roles.length > 0 && ` · covers ${roles.join(", ")}`}
    </span>
  );
}

function State({ member: { state, person, role } }: { member: EditedMember }) {
  const news = [person.isNew && "new person", role?.isNew && "new role"].filter(Boolean).join(", ");
  const words = state === "as saved" ? news : news === "" ? state : `${state}, ${news}`;
  return words === "" ? null : <span className="text-muted italic">{words}</span>;
}
