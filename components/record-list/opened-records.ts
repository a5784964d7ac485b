import type { ResourcePath } from "@/lib/resources/nouns";

let opened: { path: ResourcePath; id: string } | null = null;

/** Remembers the record that was opened from a list, until a list is shown again. */
export function rememberOpened(path: ResourcePath, id: string): void {
  opened = { path, id };
}

/** The record that was opened from this list before, once. Another list forgets it. */
export function takeOpened(path: ResourcePath): string | null {
  const id = opened?.path === path ? opened.id : null;
  opened = null;
  return id;
}
