import "server-only";
import type { z } from "zod";
import { referencesIn, type RecordReference } from "../core/fields.browser.ts";
import type { Dependant, NamedResource, Resource, ResourceReference } from "./resource.ts";

/**
 * Links the resources by the references in their schemas: each gets its references and its dependants.
 *
 * @param all the resources, in the order of the API's description.
 * @throws Error when a schema refers to a path that no resource has.
 */
export function linkResources(all: readonly NamedResource[]): Resource[] {
  const paths = new Set(all.map(({ path }) => path));
  const referencesOf = (document: z.ZodObject) =>
    [...referencesIn(document)].map(([field, { to, member }]): ResourceReference => {
      if (!paths.has(to))
        throw new Error(`No resource "${to}": lib/resources/resource-views.browser.ts does not list it.`);
      return { field, member, to };
    });
  const linked = all.map((resource): Linked => ({
    ...resource,
    references: referencesOf(resource.record),
    detailReferences: resource.details ? referencesOf(resource.details.document) : [],
    dependants: [],
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
          owner: resource,
          field,
          member,
          onDelete,
          countedAs,
        })),
    );
  const cascading = sortByReference(resources).toReversed();
  return [...found(resources, "restrict"), ...found(cascading, "cascade"), ...found(cascading, "clear")];
}

/** Sorts resources so that each comes after those that it refers to. */
export function sortByReference<One extends Pick<Resource, "path" | "references">>(resources: readonly One[]): One[] {
  const sorted: One[] = [];
  const visit = (resource: One) => {
    if (sorted.includes(resource)) return;
    const parents = resource.references.map(({ to }) => to);
    resources.filter(({ path }) => parents.includes(path)).forEach(visit);
    sorted.push(resource);
  };
  resources.forEach(visit);
  return sorted;
}
