"use client";

import { useEffect, useEffectEvent } from "react";

/** Undoes on Ctrl-Z and ⌘-Z, and redoes with Shift or on Ctrl-Y; within a text field the browser undoes the typing. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    if (document.querySelector("dialog[open]") || isTextField(event.target)) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "checkbox");
}
