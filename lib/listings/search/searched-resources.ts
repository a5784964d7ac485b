import "server-only";
import { isPath, type ResourcePath } from "../../resources/resource-views.browser.ts";
import type { SearchDefinition, SearchEnum } from "../../records/search-definition.ts";
import { resourceAt, resources } from "../../resources/resources.ts";
import { connectingResources, idParameter, referredResources } from "./joins.ts";

/** How a resource is searched: the `search` of its folder, with the paths of resources. */
export interface SearchedResource extends Required<Pick<SearchDefinition, "relations" | "days">> {
  readonly path: ResourcePath;
  readonly names: readonly ResourcePath[];
  readonly enums: Readonly<Record<string, SearchEnum & { readonly resource: ResourcePath }>>;
  readonly runningOn?: ResourcePath;
  readonly hasPerformances: boolean;
}

export const partNames = ["details", "sources"] as const;

/** Schemas, parser, document, reference and tests read it. */
export const searchedResources: readonly SearchedResource[] = resources.flatMap(({ path, search }) =>
  isPath(path) && search ? [searchOf(path, search)] : [],
);

function searchOf(
  path: ResourcePath,
  { names = [path], enums = {}, runningOn, days = {}, hasPerformances = false, relations = [] }: SearchDefinition,
): SearchedResource {
  const inSearch = (name: string) => {
    if (isPath(name)) return name;
    throw new Error(`"search" of lib/resources/${path}/resource.ts names "${name}", which is no resource.`);
  };
  const ofEnums = Object.entries(enums).map(([name, one]) => [name, { ...one, resource: inSearch(one.resource) }]);
  return {
    path,
    names: names.map(inSearch),
    enums: Object.fromEntries(ofEnums) as SearchedResource["enums"],
    ...(runningOn !== undefined && { runningOn: inSearch(runningOn) }),
    days,
    hasPerformances,
    relations,
  };
}

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
