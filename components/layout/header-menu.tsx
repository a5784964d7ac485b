"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { isComposing } from "@/components/ui/is-typing";

interface Props {
  label: string;
  look: keyof typeof looks;
  children: ReactNode;
}

const looks = {
  /** The header's links on phones. */
  links: { menu: "sm:hidden", label: "max-sm:sr-only", panel: "right-0" },
  account: { menu: "", label: "max-sm:sr-only", panel: "right-0" },
  dashboard: { menu: "", label: "", panel: "left-0 z-30" },
};

/** The links that don't fit into a row, behind a button. Opens without JavaScript; a script closes it after use. */
export function HeaderMenu({ label, look, children }: Props) {
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
    if (event.key !== "Escape" || !event.currentTarget.open || isComposing(event.nativeEvent)) return;
    fold(event.currentTarget);
    event.currentTarget.querySelector("summary")?.focus();
  }

  return (
    <details
      ref={details}
      className={`relative ${looks[look].menu}`}
      onKeyDown={escape}
      onBlur={(event) => {
        // A click on something unfocusable has no related target, and must not close the menu.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) fold(event.currentTarget);
      }}
    >
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-2 rounded border border-edge px-2 text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden="true" className={`size-4 ${look === "dashboard" ? "" : "sm:hidden"}`} />
        <span className={looks[look].label}>{label}</span>
      </summary>
      <div className={`absolute z-10 mt-2 w-64 rounded border border-edge bg-floating p-4 ${looks[look].panel}`}>
        {children}
      </div>
    </details>
  );
}

function fold(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}
