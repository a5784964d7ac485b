import { queryOptions } from "@tanstack/react-query";
import { formatRecordCounts } from "@/components/records/record-name";
import { RelativeTime } from "@/components/ui/date-time";
import { readApi, useApi } from "@/lib/http/client/hooks.browser";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { authorOf } from "@/lib/editing/activity/terms.browser";
import { isPath, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** The entries of one request, newest first. */
export type Change = [ActivityEntry, ...ActivityEntry[]];

export function groupChanges(entries: readonly ActivityEntry[]): Change[] {
  const changes: Change[] = [];
  for (const entry of entries) {
    const last = changes.at(-1);
    if (last?.[0].change_id === entry.change_id) last.push(entry);
    else changes.push([entry]);
  }
  return changes;
}

const deeds = { create: "created", update: "edited", delete: "deleted" } as const;

/** What an entry's author did to the record, as the beginning of a sentence. */
export function deedOf({ action, before, after }: ActivityEntry): string {
  if (action !== "revert") return deeds[action];
  if (before === null) return "reverted the deletion of";
  return after === null ? "reverted the creation of" : "reverted a change to";
}

/** What a change did, with counts: `created 2 cast members, 1 person; edited 1 production`. */
export function describeChange(entries: readonly ActivityEntry[]): string {
  const counted = new Map<string, ResourcePath[]>();
  for (const entry of entries) {
    if (!isPath(entry.resource)) continue;
    const deed = deedOf(entry).replace("a change", "changes");
    counted.set(deed, [...(counted.get(deed) ?? []), entry.resource]);
  }
  return [...counted].map(([deed, paths]) => `${deed} ${formatRecordCounts(paths)}`).join("; ");
}

/**
 * The ids of the entries that a later entry reverted, unless that one was reverted in turn. Newest first; reverts that
 * are not among them are unknown.
 */
export function undoneEntries(entries: readonly ActivityEntry[]): Set<string> {
  const undone = new Set<string>();
  /** By record, the reverts that are still in force and have found no entry yet, the oldest last. */
  const reverts = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const key = `${entry.resource}/${entry.record_id}`;
    const open = reverts.get(key) ?? [];
    reverts.set(key, open);
    const last = open.at(-1);
    if (last && isSame(last.before, entry.after) && isSame(last.after, entry.before)) {
      undone.add(entry.id);
      open.pop();
    } else if (entry.action === "revert") open.push(entry);
  }
  return undone;
}

function isSame(one: ActivityEntry["before"], other: ActivityEntry["before"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** So many entries of a change are read; it may have more. */
export const maxRead = 100;

/** Reads the entries of a change of which a list shows some. */
export function wholeChange(changeId: string) {
  const query = new URLSearchParams({ change_id: changeId, limit: String(maxRead) });
  return queryOptions({
    queryKey: ["activity", "change", changeId],
    queryFn: async () => (await readApi<ActivityEntry[]>(`/activity?${query}`)).body,
    // The entries of a change never change.
    staleTime: Infinity,
  });
}

/** Who has saved the record in the meantime, and when. */
export function LastChange({ path, id }: { path: ResourcePath; id: string }) {
  const query = new URLSearchParams({ resource: path, record_id: id, limit: "1" });
  const { data } = useApi<ActivityEntry[]>(`/activity?${query}`);
  const [last] = data?.body ?? [];
  if (!last) return null;
  return (
    <>
      Last saved: <bdi className="font-semibold">{authorOf(last)}</bdi>, <RelativeTime at={last.at} />.
    </>
  );
}
