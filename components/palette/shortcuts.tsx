"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { isTyping } from "@/components/ui/is-typing";
import { areSingleKeysOn } from "@/components/ui/single-keys";
import type { ViewerRole } from "./commands";

const loadPalette = () => import("./palette").then(({ Palette }) => Palette);
const Palette = dynamic(loadPalette, { ssr: false });
const ShortcutList = dynamic(() => import("./shortcut-list").then(({ ShortcutList }) => ShortcutList), { ssr: false });

interface Props {
  role: ViewerRole;
  /** Whether to show buttons for the shortcuts. */
  hasButtons?: boolean;
}

/** Keyboard shortcuts on all signed-in pages. */
export function Shortcuts({ role, hasButtons = false }: Props) {
  const [open, setOpen] = useState<"palette" | "list" | null>(null);
  const close = () => setOpen(null);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Preloads the palette, so that it catches what is typed right after the K.
      if (event.key === "Control" || event.key === "Meta") void loadPalette().catch(() => undefined);
      const what = meaningOf(event);
      if (what === null || document.querySelector("dialog[open]")) return;
      const search = document.querySelector<HTMLInputElement>("[data-shortcut=search]");
      // On pages without a list, the key keeps the browser's meaning.
      if (what === "search" && !search) return;
      event.preventDefault();
      if (what === "search") search?.focus();
      else setOpen(what);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      {hasButtons && <Buttons onOpen={setOpen} />}
      {open === "palette" && <Palette role={role} onDismiss={close} />}
      {open === "list" && <ShortcutList isStaff={role !== "developer"} onDismiss={close} />}
    </>
  );
}

function Buttons({ onOpen }: { onOpen(what: "palette" | "list"): void }) {
  return (
    <>
      <button
        type="button"
        className={`inline-flex ${look}`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => onOpen("palette")}
      >
        Go to… <kbd className="hidden font-mono text-muted lg:inline">Ctrl K</kbd>
      </button>
      <button
        type="button"
        className={`hidden lg:inline-flex ${look}`}
        aria-keyshortcuts="?"
        onClick={() => onOpen("list")}
      >
        Shortcuts <kbd className="hidden font-mono text-muted lg:inline">?</kbd>
      </button>
    </>
  );
}

const look =
  "min-h-8 cursor-pointer items-center justify-between gap-2 rounded px-2 text-sm hover:bg-sunken lg:min-h-10 lg:px-3";

function meaningOf(event: KeyboardEvent): "palette" | "list" | "search" | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((ctrlKey || metaKey) && key.toLowerCase() === "k") return "palette";
  if (!areSingleKeysOn() || isTyping(event) || ctrlKey || metaKey || altKey) return null;
  return key === "?" ? "list" : key === "/" ? "search" : null;
}
