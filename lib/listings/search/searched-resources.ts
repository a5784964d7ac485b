import "server-only";
import { isPath, type ResourcePath } from "../../resources/resource-views.browser.ts";
import type { SearchDefinition } from "../../records/resource.ts";
import { resourceAt, resources } from "../../resources/resources.ts";
import { connectingResources, idParameter, referredResources } from "./joins.ts";

/** How a resource is searched: the `search` of its folder, with its defaults. */
export interface SearchedResource
  extends Required<Omit<SearchDefinition, "runningOn">>, Pick<SearchDefinition, "runningOn"> {
  readonly path: ResourcePath;
}

export const partNames = ["details", "sources"] as const;

/** Schemas, parser, document, reference and tests read it. */
export const searchedResources: readonly SearchedResource[] = resources.flatMap(({ path, search }) =>
  isPath(path) && search
    ? [{ path, names: [path], enums: {}, days: {}, hasPerformances: false, relations: [], ...search }]
    : [],
);

/** The resources that `/search` looks in: those with names of their own. */
export const namedResources = searchedResources.filter(({ path, names }) => names.includes(path));

/** By parameter, the resources that references lead to from a resource's records, or from those that lead to it. */
export function idParametersOf(path: ResourcePath): ReadonlyMap<string, ResourcePath> {
  return new Map(
    referredResources
      .filter((resource) => connectingResources([path, resource]).length > 0)
      .map((resource) => [idParameter(resource), resource] as const),
  );
}

export function hasPlace(path: ResourcePath): boolean {
  const { shape } = resourceAt(path).record;
  return "lat" in shape && "lng" in shape;
}
