"use client";

import { useEffect, useRef } from "react";
import { RecordLink } from "@/components/records/directory/record-link";
import type { MappedTheatre } from "./projection";

interface Props {
  theatres: readonly MappedTheatre[];
  activeId: string | null;
  onActive(id: string | null): void;
}

/** The theatres of the map, each with what runs there. The focused or hovered one is labelled on the map. */
export function MapList({ theatres, activeId, onActive }: Props) {
  const list = useRef<HTMLUListElement>(null);

  // Scrolls the list only: scrollIntoView would move the page below the pointer.
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>("[data-active]");
    if (!row || !list.current || list.current.matches(":hover")) return;
    list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2;
  }, [activeId]);

  /** The focus goes before a pointer that rests where the list scrolls. */
  function hover(id: string | null) {
    if (!list.current?.contains(document.activeElement)) onActive(id);
  }

  return (
    <ul
      ref={list}
      aria-label="Theatres on the map"
      className="relative max-h-96 divide-y divide-line overflow-y-auto rounded border border-line bg-raised text-sm"
    >
      {theatres.map(({ id, name, playing }) => (
        <li
          key={id}
          data-active={id === activeId ? "" : undefined}
          className="px-3 py-1 data-active:bg-sunken"
          onFocus={() => onActive(id)}
          onBlur={() => onActive(null)}
          onPointerEnter={() => hover(id)}
          onPointerLeave={() => hover(null)}
        >
          <RecordLink path="theatres" id={id}>
            {name}
          </RecordLink>
          <span className="flex items-center gap-2 text-muted">
            <svg viewBox="0 0 8 8" className="size-2 shrink-0" aria-hidden="true">
              <circle
                cx="4"
                cy="4"
                r="3"
                className={
                  playing === null ? "fill-none stroke-edge" : "fill-curtain-fill forced-colors:fill-[CanvasText]"
                }
              />
            </svg>
            <span className="min-w-0 truncate">{playing ?? "Dark"}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
