"use client";

import Link from "next/link";
import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from "react";
import { dayNumber, formatDay, formatFullDay } from "@/components/ui/calendar";
import { usePointerDrag } from "@/components/ui/use-pointer-drag";
import { stateOfRun, type RunState } from "@/lib/resources/productions/terms.browser";
import { daysForPixels, daysIn, positionOf, type TimeWindow } from "@/components/ui/charts/time-window";
import type { HouseRun } from "./house-rows";
import { daysForKey, endAt, moveEnd, type DateEdit, type RunEnd } from "./move-end";

interface Props {
  run: HouseRun;
  houseName: string;
  /** In pixels. */
  top: number;
  window: TimeWindow;
  day: string;
  /** The unsaved date of this run. */
  edit: DateEdit | null;
  /** Whether its ends are tab stops. */
  isActive: boolean;
  onActive(): void;
  onEdit(edit: DateEdit | null): void;
  onSave(): void;
}

const looks: Record<RunState, string> = {
  running: "border-curtain-fill bg-curtain-fill text-on-curtain",
  upcoming: "border-curtain bg-curtain-wash text-curtain",
  closed: "border-edge bg-sunken text-muted",
};
const endNames = { opening_date: "Opening", closing_date: "Closing" };
/** Beside the bar, a focused end is large enough to be taken, and leaves the bar its place. */
const places = {
  inside: {
    opening_date: "left-0 w-3 max-w-[33%] group-hover:bg-ink/25",
    closing_date: "right-0 w-3 max-w-[33%] group-hover:bg-ink/25",
  },
  beside: { opening_date: "-left-6 w-6 bg-edge/50", closing_date: "-right-6 w-6 bg-edge/50" },
};
const reachPixels = 12;

/** A production as a link, with an end on each side that can be dragged or moved by keys. */
export function RunBar(props: Props) {
  const { run, houseName, top, window, day, edit, isActive, onActive } = props;
  const shown = edit ? { ...run, [edit.end]: edit.day } : run;
  const start = positionOf(window, shown.opening_date);
  const end = shown.closing_date === null ? Infinity : positionOf(window, shown.closing_date) + 1 / daysIn(window);
  const left = Math.max(0, start);
  const width = Math.min(1, end) - left;
  const drag = useDrag(props);
  const movable: Record<RunEnd, boolean> = { opening_date: start >= 0, closing_date: end <= 1 };
  const dates = `${formatDay(shown.opening_date)} – ${shown.closing_date ? formatDay(shown.closing_date) : "open-ended"}`;
  return (
    <div
      className={`group absolute h-6 min-w-6 touch-pan-y select-none ${edit ? "z-10" : ""}`}
      style={{ top, left: `min(${left * 100}%, 100% - 24px)`, width: `${Math.max(0, width) * 100}%` }}
      onFocus={onActive}
      // Dragging the link, or text that is selected, would end the drag of an end.
      onDragStart={(event) => event.preventDefault()}
      onPointerDown={(event) => drag.start(event, movable)}
    >
      <Link
        href={`/dashboard/productions/${encodeURIComponent(run.id)}`}
        prefetch={false}
        draggable={false}
        title={`${run.showName}, ${dates}`}
        className={`relative block h-6 truncate rounded border content-center px-2 leading-none focus-visible:outline-offset-[-2px] ${looks[stateOfRun(run, day)]} ${end === Infinity ? "border-r-0 [mask-image:linear-gradient(to_right,#000_75%,transparent)]" : ""} ${edit ? "outline-2 outline-curtain outline-dashed" : ""}`}
        onClick={(event: MouseEvent) => {
          if (drag.wasDragged()) event.preventDefault();
        }}
      >
        {run.showName}
        <span className="sr-only">
          {" "}
          at {houseName}, {dates}
        </span>
      </Link>
      {(["opening_date", "closing_date"] as const)
        .filter((one) => movable[one])
        .map((one) => (
          <End key={one} {...props} end={one} value={shown[one] ?? ""} isTabStop={isActive || edit?.end === one} />
        ))}
    </div>
  );
}

interface EndProps extends Props {
  end: RunEnd;
  value: string;
  isTabStop: boolean;
}

function End({ run, houseName, end, value, isTabStop, edit, onEdit, onSave }: EndProps) {
  const isMoved = edit?.end === end;

  function steer(event: KeyboardEvent) {
    const days = daysForKey(event);
    if (days !== null) {
      const { day, isStopped } = moveEnd(run, end, isMoved ? edit.day : value, days);
      onEdit({ run, end, day, isStopped });
    } else if (event.key === "Enter" && isMoved) onSave();
    else if (event.key === "Escape" && isMoved) onEdit(null);
    else return;
    event.preventDefault();
    // The chart's own keys move the months.
    event.stopPropagation();
  }

  return (
    <span
      role="slider"
      data-end={end}
      aria-label={`${endNames[end]} date of ${run.showName} at ${houseName}`}
      aria-orientation="horizontal"
      aria-valuenow={dayNumber(value)}
      aria-valuemin={end === "closing_date" ? dayNumber(run.opening_date) : 0}
      aria-valuemax={end === "opening_date" && run.closing_date ? dayNumber(run.closing_date) : 99_999}
      aria-valuetext={formatFullDay(value)}
      tabIndex={isTabStop ? 0 : -1}
      onKeyDown={steer}
      className={`absolute inset-y-0 scroll-mb-40 cursor-ew-resize rounded focus-visible:bg-gilt ${places[isTabStop ? "beside" : "inside"][end]}`}
    />
  );
}

/** Dragging an end, by mouse or touch. A vertical touch scrolls the page. */
function useDrag({ run, window, edit, onEdit }: Props) {
  const follow = usePointerDrag();
  const dragged = useRef(false);

  function start(event: PointerEvent<HTMLElement>, movable: Record<RunEnd, boolean>) {
    dragged.current = false;
    const { clientX, currentTarget: bar, pointerType } = event;
    const { left, width } = bar.getBoundingClientRect();
    const end = endAt(clientX - left, width, reachPixels);
    const from = end && (edit?.end === end ? edit.day : run[end]);
    if (!end || !from || !movable[end]) return;
    const track = bar.parentElement?.clientWidth ?? 0;
    follow(event, {
      onMove: (x) => onEdit({ run, end, ...moveEnd(run, end, from, daysForPixels(window, x, track)) }),
      onEnd: (isDropped) => {
        if (!isDropped) return onEdit(null);
        dragged.current = true;
        // Enter then saves, and Escape cancels.
        bar.querySelector<HTMLElement>(`[data-end=${end}]`)?.focus();
      },
      onClick: () => pointerType !== "mouse" && bar.querySelector("a")?.click(),
    });
  }

  return { start, wasDragged: () => dragged.current };
}
