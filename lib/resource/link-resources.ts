import "server-only";
import { referencesIn } from "../fields.ts";
import type { Dependant, Noun, Resource } from "./resource.ts";
import type { Repository } from "./repository.ts";

/**
 * Links the nouns by the references in their schemas: each gets its references and its dependants.
 *
 * @param all the nouns, in the order of the API's description.
 * @throws Error when a schema refers to a path that no noun has.
 */
export function linkResources(all: readonly Noun[]): Resource[] {
  const tableAt = (path: string): Repository => {
    const noun = all.find((one) => one.path === path);
    if (!noun) throw new Error(`No resource "${path}": lib/resources/nouns.ts does not list it.`);
    return noun.repository;
  };
  const linked = all.map(({ check, ...noun }) => ({
    ...noun,
    references: Object.fromEntries([...referencesIn(noun.record)].map(([field, { to }]) => [field, tableAt(to)])),
    dependants: [] as Dependant[],
    check: ((records, record, before) =>
      check(
        {
          find: (path, id) => records.find(tableAt(path), id),
          referring: (path, field, id) => records.referring(tableAt(path), field, id),
        },
        record,
        before,
      )) satisfies Resource["check"],
  }));
  for (const resource of linked) resource.dependants.push(...dependantsOf(resource, linked));
  return linked;
}

/** Cascading dependants come last; among them, each comes before those that it refers to. */
function dependantsOf({ path }: Resource, resources: readonly Resource[]): Dependant[] {
  const found = (among: readonly Resource[], onDelete: "restrict" | "cascade") =>
    among.flatMap((resource) =>
      [...referencesIn(resource.record)]
        .filter(([, reference]) => reference.to === path && reference.onDelete === onDelete)
        .map(([field]) => ({
          repository: resource.repository,
          field,
          ...(onDelete === "cascade" && { cascade: resource }),
        })),
    );
  return [...found(resources, "restrict"), ...found(sortByReference(resources).toReversed(), "cascade")];
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
