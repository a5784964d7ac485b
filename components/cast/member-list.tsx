import { usePointerDrag } from "@/components/ui/use-pointer-drag";
import { useEffect, useId, useRef, useState, type CSSProperties, type PointerEvent } from "react";
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
  const drag = useRowDrag(move);

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
            isDragged={drag.isDragged(index)}
            style={drag.styleOf(index)}
            helpId={helpId}
            onDrag={(event) => drag.start(event, index)}
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

interface Drag {
  /** The index of the dragged row, and the one that it would get. */
  from: number;
  to: number;
  /** How far the dragged row is from its place, and its height. */
  pixels: number;
  height: number;
}

/** So near to the top or bottom of the window the page scrolls. */
const edgePixels = 64;
const scrollPixels = 8;

/**
 * Lets the pointer move the rows of a list. Escape leaves them as they were.
 *
 * @param move told both indices when a row is dropped.
 */
function useRowDrag(move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const follow = usePointerDrag();
  const isRunning = useRef(false);
  // The list may be read again meanwhile.
  const dropped = useRef(move);
  useEffect(() => {
    dropped.current = move;
  });
  useEffect(() => () => void (isRunning.current = false), []);

  function start(event: PointerEvent<HTMLElement>, from: number) {
    const rows = [...(event.currentTarget.closest("ol")?.children ?? [])].map((row) => row.getBoundingClientRect());
    const row = rows[from];
    if (!row) return;
    const [startY, startScroll] = [event.clientY, window.scrollY];
    let y = 0;
    let to = from;

    const show = () => {
      const pixels = y + window.scrollY - startScroll;
      to = nearest(rows, centre(row) + pixels);
      setDrag({ from, to, pixels, height: row.height });
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
        setDrag(null);
        if (isDropped) dropped.current(from, to);
      },
    });
  }

  return {
    start,
    isDragged: (index: number) => drag?.from === index,
    /** Where a row is shown meanwhile. */
    styleOf: (index: number): CSSProperties | undefined => (drag ? shifted(drag, index) : undefined),
  };
}

function shifted({ from, to, pixels, height }: Drag, index: number): CSSProperties {
  if (index === from) return { transform: `translateY(${pixels}px)` };
  const by = index > from && index <= to ? -height : index < from && index >= to ? height : 0;
  return { transform: `translateY(${by}px)`, transition: "transform 150ms" };
}

/** The index of the row whose centre is nearest. */
function nearest(rows: readonly DOMRect[], y: number): number {
  const distances = rows.map((row) => Math.abs(centre(row) - y));
  return distances.indexOf(Math.min(...distances));
}

function centre({ top, height }: DOMRect): number {
  return top + height / 2;
}
