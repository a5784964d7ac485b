import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * Moves the focus to `place` when the item of a list that had it was removed; it would be lost with the item.
 *
 * @param count the number of items.
 */
export function useKeptFocus(count: number, place: RefObject<HTMLElement | null>): void {
  const before = useRef(count);

  // Before anything is painted: a key that is pressed meanwhile would be lost.
  useLayoutEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (!isFewer || document.activeElement !== document.body) return;
    (place.current ?? document.getElementById("content"))?.focus();
  }, [count, place]);
}
