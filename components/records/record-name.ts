import type { FormRecord } from "@/components/records/form/record-shape";
import { nameRecord, namingPaths } from "@/lib/records/terms.browser";
import { resourceViews, paths, type Entries, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ApiResponse } from "@/lib/client/client.browser";

/** Loaded records of other resources, to name records by. Empty where names don't need them. */
export type Directory = { readonly [P in ResourcePath]: ReadonlyMap<string, Entries[P]> };

/** Resources whose records name others that have no name of their own. */
export const resourcesForNames: readonly ResourcePath[] = paths.filter((path) =>
  paths.some((named) => namingPaths(resourceViews[named]).some((way) => Object.values(way).includes(path))),
);

/** A record's name; its id while the name is unknown. */
export function nameOfRecord(path: ResourcePath, id: string, directory: Directory): string {
  const entry = directory[path].get(id);
  return entry === undefined ? id : nameOfEntry(path, entry, directory);
}

/** @param entry the record as its list returns it. */
export function nameOfEntry<P extends ResourcePath>(path: P, entry: Entries[P], directory: Directory): string {
  return nameRecord(resourceViews, path, { ...entry }, (to, id) => directory[to].get(id));
}

/** The name of a record that was just saved; its id if that is not known. */
export function nameOfSaved(path: ResourcePath, record: FormRecord, directory: Directory): string {
  let isKnown = true;
  const name = nameRecord<ResourcePath>(
    resourceViews,
    path,
    record,
    (to, id) => directory[to].get(id),
    (id) => {
      isKnown = false;
      return id;
    },
  );
  return isKnown ? name : record.id;
}

/** The id of the record that a missing one was merged into, from the header `Link`; null: none (contract §12). */
export function mergedInto({ link }: Pick<ApiResponse, "link">): string | null {
  const [, id] = /<[^>]*\/([^/>]+)>; rel="successor-version"/.exec(link ?? "") ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}
