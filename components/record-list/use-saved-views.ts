"use client";

import { useMemo, useSyncExternalStore } from "react";
import { parseViews, type SavedView } from "./saved-views";

/** The views stored under a key, in all tabs of this browser. */
export function useSavedViews(key: string) {
  const stored = useSyncExternalStore(
    subscribe,
    () => readItem(key),
    () => null,
  );
  const views = useMemo(() => parseViews(stored), [stored]);

  /** @returns false when the browser refuses to store them. */
  function store(changed: readonly SavedView[]): boolean {
    try {
      localStorage.setItem(key, JSON.stringify(changed));
    } catch {
      return false;
    }
    // Browsers tell other tabs only.
    window.dispatchEvent(new StorageEvent("storage", { key }));
    return true;
  }

  return { views, store };
}

function subscribe(notify: () => void): () => void {
  window.addEventListener("storage", notify);
  return () => window.removeEventListener("storage", notify);
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
