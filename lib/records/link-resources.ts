import "server-only";
import { referencesIn, type RecordReference } from "../core/fields.browser.ts";
import type { Dependant, DeclaredResource, Resource } from "./resource.ts";
import type { RecordReader, RecordReaderByPath, Repository } from "./repository.ts";

/**
 * Links the resources by the references in their schemas: each gets its references and its dependants.
 *
 * @param all the resources, in the order of the API's description.
 * @throws Error when a schema refers to a path that no resource has.
 */
export function linkResources(all: readonly DeclaredResource[]): Resource[] {
  const tableAt = (path: string): Repository => {
    const resource = all.find((one) => one.path === path);
    if (!resource) throw new Error(`No resource "${path}": lib/resources/resource-views.browser.ts does not list it.`);
    return resource.repository;
  };
  const byPath = (records: RecordReader): RecordReaderByPath => ({
    today: records.today,
    find: (path, id) => records.find(tableAt(path), id),
    referring: (path, field, id) => records.referring(tableAt(path), field, id),
  });
  const linked = all.map(({ check, ...resource }): Linked => ({
    ...resource,
    references: Object.fromEntries([...referencesIn(resource.record)].map(([field, { to }]) => [field, tableAt(to)])),
    detailReferences: (resource.details ? [...referencesIn(resource.details.document)] : []).map(
      ([field, { to, member }]) => ({
        field,
        member,
        repository: tableAt(to),
      }),
    ),
    dependants: [],
    check: (records, record, before) => check(byPath(records), record, before),
    checkDetails: async (records, row, before) => (await resource.details?.check(byPath(records), row, before)) ?? [],
    arrange: async (records, row) => (await resource.details?.arrange(byPath(records), row)) ?? row,
  }));
  for (const resource of linked) resource.dependants.push(...dependantsOf(resource, linked));
  return linked;
}

type Linked = Omit<Resource, "dependants"> & { dependants: Dependant[] };

/** Cascading dependants come last; among them, each comes before those that it refers to. */
function dependantsOf({ path }: Resource, resources: readonly Resource[]): Dependant[] {
  const found = (among: readonly Resource[], onDelete: RecordReference["onDelete"]) =>
    among.flatMap((resource): Dependant[] =>
      [...resource.repository.references]
        .filter(([, reference]) => reference.to === path && reference.onDelete === onDelete)
        .map(([field, { member, countedAs = resource.path }]) => ({
          repository: resource.repository,
          owner: resource,
          field,
          countedAs,
          ...(member !== undefined && { member }),
          ...(onDelete === "cascade" && { cascade: resource }),
          ...(onDelete === "clear" && { clear: resource }),
        })),
    );
  const cascading = sortByReference(resources).toReversed();
  return [...found(resources, "restrict"), ...found(cascading, "cascade"), ...found(cascading, "clear")];
}

/** Sorts resources so that each comes after those that it refers to. */
export function sortByReference<One extends Pick<Resource, "repository" | "references">>(
  resources: readonly One[],
): One[] {
  const sorted: One[] = [];
  const visit = (resource: One) => {
    if (sorted.includes(resource)) return;
    const parents = Object.values(resource.references);
    resources.filter(({ repository }) => parents.includes(repository)).forEach(visit);
    sorted.push(resource);
  };
  resources.forEach(visit);
  return sorted;
}
