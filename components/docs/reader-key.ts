"use client";

import { useSyncExternalStore } from "react";

/** The key that the reader typed. Kept in this page's memory only, shared by all of its forms. */
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
