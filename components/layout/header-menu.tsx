"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";

interface Props {
  label: string;
  /** The width from which the page shows the links without a menu. */
  until: keyof typeof hiding;
  children: ReactNode;
}

const hiding = { sm: "sm:hidden", always: "" };

/** The links that don't fit into the header's row. Opens without JavaScript; a script closes it after use. */
export function HeaderMenu({ label, until, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const here = usePathname();

  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) fold(details.current);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, []);

  useEffect(() => fold(details.current), [here]);

  function escape(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== "Escape" || !event.currentTarget.open) return;
    fold(event.currentTarget);
    event.currentTarget.querySelector("summary")?.focus();
  }

  return (
    <details
      ref={details}
      className={`relative ${hiding[until]}`}
      onKeyDown={escape}
      onBlur={(event) => {
        // A click on something unfocusable has no related target, and must not close the menu.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) fold(event.currentTarget);
      }}
    >
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-2 rounded border border-edge px-2 text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden="true" className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">{label}</span>
      </summary>
      <div className="absolute right-0 z-10 mt-2 w-64 rounded border border-edge bg-floating p-4">{children}</div>
    </details>
  );
}

function fold(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}
