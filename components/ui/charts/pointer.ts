import type { PointerEvent } from "react";

/** Where a pointer is over a drawing, as shares of its width and height. */
export interface PointerPosition {
  across: number;
  down: number;
}

/** The handlers of a drawing that shows more of the mark under the pointer. @param markAt null for none. */
export function pointsOut<Mark>(
  markAt: (position: PointerPosition) => Mark | null,
  onActive: (mark: Mark | null) => void,
) {
  return {
    onPointerMove: (event: PointerEvent) => onActive(markAt(pointerPosition(event))),
    onPointerLeave: () => onActive(null),
  };
}

export function pointerPosition({ clientX, clientY, currentTarget }: PointerEvent): PointerPosition {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { across: (clientX - left) / width, down: (clientY - top) / height };
}
