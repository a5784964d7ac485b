"use client";

import { Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { isSingleKey, usePageKeys } from "@/components/ui/page-keys";
import type { Permission } from "@/lib/http/access/permissions.browser";
import { late } from "@/components/ui/late";

const loadPalette = () => import("./palette");
const Palette = late(loadPalette, "Palette");
const ShortcutList = late(() => import("./shortcut-list"), "ShortcutList");

interface Props {
  permissions: readonly Permission[];
  /** Whether to show buttons for the shortcuts. */
  hasButtons?: boolean;
  /** Between the two buttons. */
  children?: ReactNode;
}

/** Keyboard shortcuts on all signed-in pages. */
export function Shortcuts({ permissions, hasButtons = false, children }: Props) {
  const [open, setOpen] = useState<"palette" | "list" | null>(null);
  const close = () => setOpen(null);

  usePageKeys((event) => {
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
  });

  return (
    <>
      {hasButtons && (
        <button
          type="button"
          className="flex min-h-8 grow cursor-pointer items-center gap-2 rounded border border-edge bg-raised px-2 text-left text-sm text-muted hover:text-ink lg:w-full"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen("palette")}
        >
          <Search aria-hidden="true" className="size-4 shrink-0" />
          <span className="grow">Search…</span>
          <kbd className="hidden font-mono text-xs lg:inline">Ctrl K</kbd>
        </button>
      )}
      {children}
      {hasButtons && (
        <button
          type="button"
          className="hidden min-h-8 cursor-pointer items-center justify-between gap-2 rounded px-3 text-sm text-muted hover:bg-sunken hover:text-ink lg:flex"
          aria-keyshortcuts="?"
          onClick={() => setOpen("list")}
        >
          Shortcuts <kbd className="font-mono text-xs">?</kbd>
        </button>
      )}
      {open === "palette" && <Palette permissions={permissions} onDismiss={close} />}
      {open === "list" && <ShortcutList isStaff={permissions.includes("editRecords")} onDismiss={close} />}
    </>
  );
}

function meaningOf(event: KeyboardEvent): "palette" | "list" | "search" | null {
  const { key, ctrlKey, metaKey } = event;
  if ((ctrlKey || metaKey) && key.toLowerCase() === "k") return "palette";
  if (!isSingleKey(event)) return null;
  return key === "?" ? "list" : key === "/" ? "search" : null;
}
