import { useSyncExternalStore } from "react";

/** The key that the reader typed or has just created: in the memory of this tab only, until the next full load. */
let key = "";
/** What its owner calls it; null for a pasted key. */
let name: string | null = null;
const readers = new Set<() => void>();

export function useReaderKey(): string {
  return useSyncExternalStore(
    subscribe,
    () => key,
    () => "",
  );
}

export function setReaderKey(typed: string, called: string | null = null): void {
  [key, name] = [typed.trim(), called];
  for (const notify of readers) notify();
}

function subscribe(notify: () => void): () => void {
  readers.add(notify);
  return () => readers.delete(notify);
}

/** Forgets the key if it is the one with this prefix, because it works no more. */
export function forgetReaderKey(prefix: string): void {
  if (key.startsWith(prefix)) setReaderKey("");
}

const keyShape = /^tl_live_[0-9A-Za-z]{49}$/;

/** The reader's key for samples, empty while it is incomplete: as it is, what it is called, and as samples show it. */
export function useSampleKey() {
  const typed = useReaderKey();
  const held = keyShape.test(typed) ? typed : "";
  return { key: held, name, shown: maskKey(held) };
}

/** Samples show only the prefix, because a screen may be shared; copying puts the key in its place. */
function maskKey(text: string): string {
  return text === "" ? "" : `${text.slice(0, 12)}…`;
}

/** A sample's text as it is copied. */
export function withReaderKey(text: string): string {
  return keyShape.test(key) ? text.replaceAll(maskKey(key), () => key) : text;
}
