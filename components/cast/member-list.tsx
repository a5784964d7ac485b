import { SelectCheckbox } from "@/components/records/list/selection";
import { IconButton } from "@/components/ui/button";
import { usePointerDrag } from "@/components/ui/use-pointer-drag";
import { GripVertical, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, type PointerEvent } from "react";
import { billingAfterMove, groupNames, groupsOf, type EditedMember, type RoleTypeGroup } from "./cast";
import { MemberText, castRowClass } from "./first-cast";
import { EditMember } from "./member-fields";
import type { RowContext } from "./use-cast";

interface Props {
  group: RoleTypeGroup;
  context: RowContext;
  /** Those of the group who are shown here. */
  members: readonly EditedMember[];
}

/** Members of one role type, sortable by pointer or arrow keys. */
export function MemberList({ group: { type, members: all }, members, context }: Props) {
  const helpId = useId();
  const startDrag = useRowDrag(move);

  function move(from: number, to: number) {
    const [moved, other] = [members[from], members[to]];
    if (from === to || !moved || !other) return;
    const numbers = billingAfterMove(groupsOf(context.cast.members), type, all.indexOf(moved), all.indexOf(other));
    context.cast.patch(new Map([...numbers].map(([id, billing_order]) => [id, { billing_order }])));
    context.say(`${moved.person.name} is now ${to + 1} of ${members.length} in ${groupNames[type]}.`);
  }

  return (
    <>
      <ol className="divide-y divide-line rounded border border-line bg-raised">
        {members.map((member, index) => (
          <CastRow
            key={member.id}
            member={member}
            context={context}
            helpId={helpId}
            onDrag={(event) => startDrag(event, index)}
            onStep={(by) => move(index, index + by)}
          />
        ))}
      </ol>
      <p id={helpId} hidden>
        Press the up or down arrow key to move this person in the billing.
      </p>
    </>
  );
}

interface RowProps {
  member: EditedMember;
  context: RowContext;
  /** The id of the text on how to move the row by keyboard. */
  helpId: string;
  onDrag(event: PointerEvent<HTMLElement>): void;
  onStep(by: 1 | -1): void;
}

/** A cast member with billing, person, role, dates and actions. */
function CastRow({ member, context, helpId, onDrag, onStep }: RowProps) {
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

/** So near to the top or bottom of the window the page scrolls. */
const edgePixels = 64;
const scrollPixels = 8;

/**
 * Lets the pointer move the rows of a list. Escape leaves them as they were.
 *
 * @param move told both indices when a row is dropped.
 * @returns what a press on the handle of a row starts.
 */
function useRowDrag(move: (from: number, to: number) => void) {
  const follow = usePointerDrag();
  const isRunning = useRef(false);
  // The list may be read again meanwhile.
  const dropped = useRef(move);
  useEffect(() => {
    dropped.current = move;
  });
  useEffect(() => () => void (isRunning.current = false), []);

  return (event: PointerEvent<HTMLElement>, from: number) => {
    const rows = [...(event.currentTarget.closest("ol")?.querySelectorAll<HTMLElement>(":scope > li") ?? [])];
    const places = rows.map((row) => row.getBoundingClientRect());
    const place = places[from];
    if (!place) return;
    const [startY, startScroll] = [event.clientY, window.scrollY];
    let y = 0;
    let to = from;

    const show = () => {
      const pixels = y + window.scrollY - startScroll;
      to = nearest(places, centre(place) + pixels);
      for (const [index, row] of rows.entries()) {
        const by = index > from && index <= to ? -place.height : index < from && index >= to ? place.height : 0;
        row.toggleAttribute("data-dragged", index === from);
        row.style.transform = `translateY(${index === from ? pixels : by}px)`;
        row.style.transition = index === from ? "" : "transform 150ms";
      }
    };
    const scroll = () => {
      if (!isRunning.current) return;
      const at = startY + y;
      const by = at < edgePixels ? -scrollPixels : at > window.innerHeight - edgePixels ? scrollPixels : 0;
      if (by !== 0) {
        window.scrollBy({ top: by, behavior: "instant" });
        show();
      }
      requestAnimationFrame(scroll);
    };
    follow(event, {
      onMove: (_x, pixels) => {
        y = pixels;
        show();
        if (!isRunning.current) requestAnimationFrame(scroll);
        isRunning.current = true;
      },
      onEnd: (isDropped) => {
        isRunning.current = false;
        for (const row of rows) for (const name of ["data-dragged", "style"]) row.removeAttribute(name);
        if (isDropped) dropped.current(from, to);
      },
    });
  };
}

/** The index of the row whose centre is nearest. */
function nearest(rows: readonly DOMRect[], y: number): number {
  const distances = rows.map((row) => Math.abs(centre(row) - y));
  return distances.indexOf(Math.min(...distances));
}

function centre({ top, height }: DOMRect): number {
  return top + height / 2;
}
