"use client";

import { useEffect, useRef, useState, type CSSProperties, type PointerEvent } from "react";

interface Drag {
  /** The index of the dragged row, and the one that it would get. */
  from: number;
  to: number;
  /** How far the dragged row is from its place, and its height. */
  pixels: number;
  height: number;
}

/** A shorter way is a click. */
const dragPixels = 4;
/** So near to the top or bottom of the window the page scrolls. */
const edgePixels = 64;
const scrollPixels = 8;

/**
 * Lets the pointer move the rows of a list. Escape leaves them as they were.
 *
 * @param move told both indices when a row is dropped.
 */
export function useRowDrag(move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const dropped = useRef(move);
  const running = useRef<AbortController>(null);
  useEffect(() => {
    dropped.current = move;
  });
  useEffect(() => () => running.current?.abort(), []);

  /** @param event on the row's handle. */
  function start({ button, isPrimary, clientY, pointerId, currentTarget: handle }: PointerEvent, from: number) {
    const rows = [...(handle.closest("ol")?.children ?? [])].map((row) => row.getBoundingClientRect());
    const row = rows[from];
    if (button !== 0 || !isPrimary || !row) return;
    const startY = clientY + window.scrollY;
    let y = clientY;
    let last: Drag | null = null;

    const show = (next: Drag | null) => {
      last = next;
      setDrag(next);
    };
    const follow = () => {
      const pixels = y + window.scrollY - startY;
      if (last || Math.abs(pixels) >= dragPixels)
        show({ from, to: nearest(rows, centre(row) + pixels), pixels, height: row.height });
    };
    const scroll = () => {
      if (controller.signal.aborted) return;
      const by = y < edgePixels ? -scrollPixels : y > window.innerHeight - edgePixels ? scrollPixels : 0;
      if (last && by !== 0) {
        window.scrollBy({ top: by, behavior: "instant" });
        follow();
      }
      requestAnimationFrame(scroll);
    };
    const finish = (isDropped: boolean) => {
      controller.abort();
      if (isDropped && last) dropped.current(last.from, last.to);
      show(null);
    };

    const controller = new AbortController();
    const { signal } = controller;
    running.current?.abort();
    running.current = controller;
    handle.setPointerCapture(pointerId);
    handle.addEventListener(
      "pointermove",
      (event) => {
        y = (event as globalThis.PointerEvent).clientY;
        follow();
      },
      { signal },
    );
    handle.addEventListener("pointerup", () => finish(true), { signal });
    handle.addEventListener("lostpointercapture", () => finish(false), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && finish(false), { signal });
    requestAnimationFrame(scroll);
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
