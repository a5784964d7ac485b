import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** Counts by resource, as text. */
export function formatRecordCounts(referrers: readonly { path: ResourcePath }[]): string {
  const counts = new Map<ResourcePath, number>();
  for (const { path } of referrers) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, count]) => formatRecordCount(count, path)).join(", ");
}

export function formatRecordCount(count: number, path: ResourcePath): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? resourceViews[path].singular : resourceViews[path].plural}`;
}
