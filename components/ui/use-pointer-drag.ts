import { useEffect, useRef, type PointerEvent } from "react";

/** A shorter way is a click. */
const dragPixels = 4;

interface Drag {
  /** How far the pointer is from where it was pressed. */
  onMove(x: number, y: number): void;
  /** @param isDropped false when Escape or the browser has ended it. */
  onEnd(isDropped: boolean): void;
  /** Released where it was pressed. */
  onClick?(): void;
}

/** Follows the main pointer from a press on an element until it is released. */
export function usePointerDrag() {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  return ({ button, isPrimary, clientX, clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>, drag: Drag) => {
    if (button !== 0 || !isPrimary) return;
    let isMoving = false;
    const controller = new AbortController();
    const { signal } = controller;
    running.current?.abort();
    running.current = controller;
    const end = (isDropped: boolean) => {
      controller.abort();
      if (isMoving) drag.onEnd(isDropped);
      else if (isDropped) drag.onClick?.();
    };
    const move = (event: globalThis.PointerEvent) => {
      const [x, y] = [event.clientX - clientX, event.clientY - clientY];
      isMoving ||= Math.hypot(x, y) >= dragPixels;
      if (isMoving) drag.onMove(x, y);
    };
    // The pointer soon leaves the element.
    currentTarget.setPointerCapture(pointerId);
    currentTarget.addEventListener("pointermove", move, { signal });
    currentTarget.addEventListener("pointerup", () => end(true), { signal });
    currentTarget.addEventListener("lostpointercapture", () => end(false), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
  };
}
