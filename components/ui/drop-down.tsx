import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
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

/**
 * A button that opens a panel below it. Closes on Escape, on a click elsewhere or on an element with `data-closes`, and
 * when the focus leaves.
 */
export function DropDown({ label, name, side = "left", children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const listen = ({ target }: PointerEvent) => {
      if (details.current?.open && target instanceof Node && !details.current.contains(target))
        details.current.open = false;
    };
    document.addEventListener("pointerdown", listen);
    return () => document.removeEventListener("pointerdown", listen);
  }, []);

  function escape(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== "Escape" || !event.currentTarget.open || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    close(event.currentTarget);
  }

  return (
    <details
      ref={details}
      className="group relative text-sm"
      onKeyDown={escape}
      onClick={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest("[data-closes]")) close(currentTarget);
      }}
      onBlur={(event) => {
        // A click on something unfocusable has no related target, and must not close the panel.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
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

/** Returns the focus to the button, which is still there when a dialog that an entry opened closes again. */
function close(details: HTMLDetailsElement): void {
  details.open = false;
  details.querySelector("summary")?.focus();
}
