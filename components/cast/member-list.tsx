import { usePointerDrag } from "@/components/ui/use-pointer-drag";
import { useEffect, useId, useRef, type PointerEvent } from "react";
import { billingAfterMove, groupNames, type EditedMember, type RoleTypeGroup } from "./cast";
import { CastRow } from "./cast-row";
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
    const numbers = billingAfterMove(context.groups, type, all.indexOf(moved), all.indexOf(other));
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
