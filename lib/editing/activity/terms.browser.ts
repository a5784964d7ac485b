import type { ActivityEntry } from "./schema.browser.ts";

/** Who made a change, for people. */
export function authorOf({ account, by }: Pick<ActivityEntry, "account" | "by">): string {
  if (by === "schedule") return "The schedule";
  return account?.name ?? "A former member";
}

/** Why a change can't be undone, beginning with the record that has changed since. */
export function undoConflictMessage({ resource, id }: { resource: string; id: string }, reason: string): string {
  return `${resource}/${id} can't be restored: ${reason}. Nothing was changed.`;
}

/** The record that such a message names, for pages, which are of the same build; null for other messages. */
export function recordInUndoConflict(message: string): { resource: string; id: string } | null {
  const [, resource, id] = /^([a-z-]+)\/(.+) can't be restored: /.exec(message) ?? [];
  return resource === undefined || id === undefined ? null : { resource, id };
}
