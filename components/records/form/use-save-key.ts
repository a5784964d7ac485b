"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Saves on Ctrl-S and ⌘-S, unless a dialog is open.
 *
 * @param save told whether the focus is in a section that saves separately: one with `data-saved-apart`.
 */
export function useSaveKey(save: (isApart: boolean) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    if (document.querySelector("dialog[open]")) return;
    save(document.activeElement?.closest("[data-saved-apart]") !== null);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
