import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { buttonClass } from "./button";
import { isComposing } from "./is-typing";

interface Props {
  /** The content of the button. */
  label: ReactNode;
  /** The accessible name, where the label has no words. */
  name?: string;
  /** The edge of the button with which the panel lines up. */
  side?: "left" | "right";
  children: ReactNode;
}

/** A button that opens a panel below it. Closes as a menu of the header, and on an element with `data-closes`. */
export function DropDown({ label, name, side = "left", children }: Props) {
  const folding = useFolding();
  return (
    <details
      {...folding}
      className="group relative text-sm"
      onClick={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest("[data-closes]")) fold(currentTarget);
      }}
    >
      <summary
        aria-label={name}
        className={`${buttonClass("quiet")} list-none group-open:border-curtain [&::-webkit-details-marker]:hidden`}
      >
        {label}
      </summary>
      <div
        className={`absolute z-20 mt-1 grid w-max max-w-[calc(100vw-32px)] gap-1 rounded border border-edge bg-raised p-3 ${side === "left" ? "left-0" : "right-0"}`}
      >
        {children}
      </div>
    </details>
  );
}

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
function fold(details: HTMLDetailsElement): void {
  details.open = false;
  details.querySelector("summary")?.focus();
}
