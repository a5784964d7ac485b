import { resourceViews, type Entries, type ResourcePath, type Shapes } from "@/lib/resources/resource-views.browser";
import { nameOfEntry, type Directory } from "./record-name";

/** A record that refers to another. */
export interface Referrer {
  path: ResourcePath;
  id: string;
  name: string;
}

/** Resources that can refer to this one, and those their names need. */
export function resourcesForReferrers(path: ResourcePath, shapes: Shapes): ResourcePath[] {
  return shapes[path].referrers.flatMap((referrer) => [referrer.path, ...shapes[referrer.path].namedBy]);
}

export function referrersTo(
  path: ResourcePath,
  ids: ReadonlySet<string>,
  directory: Directory,
  shapes: Shapes,
): Referrer[] {
  return shapes[path].referrers.flatMap((referrer) => referrersBy(referrer.path, referrer.field, ids, directory));
}

function referrersBy<P extends ResourcePath>(from: P, field: string, ids: ReadonlySet<string>, directory: Directory) {
  const entries: ReadonlyMap<string, Entries[P]> = directory[from];
  return [...entries.values()]
    .filter((entry) => ids.has(String(Reflect.get(entry, field))))
    .map((entry): Referrer => ({ path: from, id: entry.id, name: nameOfEntry(from, entry, directory) }));
}

/** Counts by resource, as text. */
export function formatRecordCounts(referrers: readonly { path: ResourcePath }[]): string {
  const counts = new Map<ResourcePath, number>();
  for (const { path } of referrers) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, count]) => formatRecordCount(count, path)).join(", ");
}

export function formatRecordCount(count: number, path: ResourcePath): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? resourceViews[path].singular : resourceViews[path].plural}`;
}
