import "server-only";
import { referencesIn, type FoundReference } from "../core/fields.browser.ts";
import type { Dependant, Noun, Resource } from "./resource.ts";
import type { RecordReader, RecordReaderByPath, Repository } from "./repository.ts";

/**
 * Links the nouns by the references in their schemas: each gets its references and its dependants.
 *
 * @param all the nouns, in the order of the API's description.
 * @throws Error when a schema refers to a path that no noun has.
 */
export function linkResources(all: readonly Noun[]): Resource[] {
  const tableAt = (path: string): Repository => {
    const noun = all.find((one) => one.path === path);
    if (!noun) throw new Error(`No resource "${path}": lib/resources/nouns.browser.ts does not list it.`);
    return noun.repository;
  };
  const byPath = (records: RecordReader): RecordReaderByPath => ({
    today: records.today,
    find: (path, id) => records.find(tableAt(path), id),
    referring: (path, field, id) => records.referring(tableAt(path), field, id),
  });
  const linked = all.map(({ check, ...noun }): Linked => ({
    ...noun,
    references: Object.fromEntries([...referencesIn(noun.record)].map(([field, { to }]) => [field, tableAt(to)])),
    detailReferences: (noun.details ? [...referencesIn(noun.details.document)] : []).map(([field, { to, member }]) => ({
      field,
      member,
      repository: tableAt(to),
    })),
    dependants: [],
    check: (records, record, before) => check(byPath(records), record, before),
    checkDetails: async (records, row, before) => (await noun.details?.check(byPath(records), row, before)) ?? [],
    arrange: async (records, row) => (await noun.details?.arrange(byPath(records), row)) ?? row,
  }));
  for (const resource of linked) resource.dependants.push(...dependantsOf(resource, linked));
  return linked;
}

type Linked = Omit<Resource, "dependants"> & { dependants: Dependant[] };

/** Cascading dependants come last; among them, each comes before those that it refers to. */
function dependantsOf({ path }: Resource, resources: readonly Resource[]): Dependant[] {
  const found = (among: readonly Resource[], onDelete: FoundReference["onDelete"]) =>
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
