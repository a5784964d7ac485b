import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from "react";
import { isComposing } from "./is-typing";

/** Closes an open `details` on Escape, on a click elsewhere, and when the focus leaves. @returns props for it. */
export function useFolding() {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const listen = ({ target }: PointerEvent) => {
      if (details.current && target instanceof Node && !details.current.contains(target)) details.current.open = false;
    };
    document.addEventListener("pointerdown", listen);
    return () => document.removeEventListener("pointerdown", listen);
  }, []);

  return {
    ref: details,
    onKeyDown: (event: KeyboardEvent<HTMLDetailsElement>) => {
      if (event.key !== "Escape" || !event.currentTarget.open || isComposing(event.nativeEvent)) return;
      event.preventDefault();
      fold(event.currentTarget);
    },
    onBlur: (event: FocusEvent<HTMLDetailsElement>) => {
      // A click on something unfocusable has no related target, and must not close the panel.
      if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
    },
  };
}

/** Returns the focus to the button, which is still there when a dialog that an entry opened closes again. */
export function fold(details: HTMLDetailsElement): void {
  details.open = false;
  details.querySelector("summary")?.focus();
}
