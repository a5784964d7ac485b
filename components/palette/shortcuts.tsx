"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";

const Palette = dynamic(() => import("./palette").then(({ Palette }) => Palette), { ssr: false });
const ShortcutList = dynamic(() => import("./shortcut-list").then(({ ShortcutList }) => ShortcutList), { ssr: false });

/** What keys do anywhere in the dashboard, and the buttons that do the same. */
export function Shortcuts() {
  const [open, setOpen] = useState<"palette" | "list" | null>(null);
  const close = () => setOpen(null);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const what = meaningOf(event);
      if (what === null || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (what === "search") document.querySelector<HTMLInputElement>("[data-shortcut=search]")?.focus();
      else setOpen(what);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <button
        type="button"
        className={`inline-flex ${look}`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen("palette")}
      >
        Go to… <kbd className="hidden font-mono text-muted lg:inline">Ctrl K</kbd>
      </button>
      <button
        type="button"
        className={`hidden lg:inline-flex ${look}`}
        aria-keyshortcuts="?"
        onClick={() => setOpen("list")}
      >
        Shortcuts <kbd className="hidden font-mono text-muted lg:inline">?</kbd>
      </button>
      {open === "palette" && <Palette onDismiss={close} />}
      {open === "list" && <ShortcutList onDismiss={close} />}
    </>
  );
}

const look =
  "min-h-8 cursor-pointer items-center justify-between gap-2 rounded px-2 text-sm hover:bg-sunken lg:min-h-10 lg:px-3";

function meaningOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): "palette" | "list" | "search" | null {
  if ((ctrlKey || metaKey) && key.toLowerCase() === "k") return "palette";
  const isTyping = target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
  if (isTyping || ctrlKey || metaKey || altKey) return null;
  return key === "?" ? "list" : key === "/" ? "search" : null;
}
