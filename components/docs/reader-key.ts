"use client";

import { useSyncExternalStore } from "react";

/** The key that the reader typed: in this page's memory only, for all of its forms, gone when the page is. */
let key = "";
const readers = new Set<() => void>();

export function useReaderKey(): string {
  return useSyncExternalStore(
    subscribe,
    () => key,
    () => "",
  );
}

export function setReaderKey(typed: string): void {
  key = typed.trim();
  for (const notify of readers) notify();
}

function subscribe(notify: () => void): () => void {
  readers.add(notify);
  return () => readers.delete(notify);
}
