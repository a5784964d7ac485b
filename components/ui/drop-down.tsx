import type { ReactNode } from "react";
import { buttonClass } from "./button";
import { fold, useFolding } from "./use-folding";

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
