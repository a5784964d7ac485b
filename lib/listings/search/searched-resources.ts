import "server-only";
import type { FlatRecord } from "../../core/json.browser.ts";
import { referencesIn } from "../../core/fields.browser.ts";
import type { SearchDefinition } from "../../records/resource.ts";
import { isPath, type ResourcePath } from "../../resources/resource-views.browser.ts";
import { resourceAt, resources } from "../../resources/resources.ts";
import type { Row } from "../../catalogue/row.ts";
import type { SearchReader } from "./search-reader.ts";

/** A reference that a search follows: the field that names its resource, in the record or in an entry of its details. */
interface Edge {
  readonly to: ResourcePath;
  readonly field: string;
  /** The list in the details whose entries refer; absent: the record itself refers. */
  readonly list?: string;
}

/** The parameter that names records of a resource: `show_id`. */
export function idParameter(path: string): string {
  const resource = resources.find((one) => one.path === path);
  return `${resource?.singular.toLowerCase().replaceAll(" ", "_") ?? path}_id`;
}

/**
 * The references of each resource that a search follows. Others have another name than the resource's parameter
 * (`current_show_id`, `transfer_of`): they say something else than where a record belongs.
 */
const edges = new Map<ResourcePath, readonly Edge[]>(
  resources.flatMap(({ path, record, details }) => {
    if (!isPath(path)) return [];
    const found = [
      ...[...referencesIn(record)].map(([field, { to }]) => ({ to, field })),
      ...[...(details ? referencesIn(details.document) : [])].flatMap(([list, { to, member }]) =>
        member === undefined ? [] : [{ to, field: member, list }],
      ),
    ];
    return [[path, found.filter((edge): edge is Edge => isPath(edge.to) && edge.field === idParameter(edge.to))]];
  }),
);

/** The resources that others refer to, in the order of the API's description. */
const referredResources = [...edges.keys()].filter((path) =>
  [...edges.values()].some((from) => from.some(({ to }) => to === path)),
);

/** From each resource to each that it leads to: the shortest way along references, without its beginning. */
const ways = new Map([...edges.keys()].map((from) => [from, waysFrom(from)]));

function waysFrom(from: ResourcePath): ReadonlyMap<ResourcePath, readonly ResourcePath[]> {
  const found = new Map<ResourcePath, readonly ResourcePath[]>([[from, []]]);
  // The map grows while it is walked, so that the shortest ways are found first.
  for (const [here, way] of found)
    for (const { to } of edges.get(here) ?? []) if (!found.has(to)) found.set(to, [...way, to]);
  return found;
}

/**
 * The resources whose records connect all of these: the first itself, or those that lead to no other such. A cast member
 * connects a person and a theatre, and so does a crew member.
 */
export function connectingResources(resources: readonly ResourcePath[]): readonly ResourcePath[] {
  const candidates = [...edges.keys()].filter((from) => resources.every((resource) => ways.get(from)?.has(resource)));
  const own = candidates.filter((from) => from === resources[0]);
  if (own.length > 0) return own;
  return candidates.filter((from) => !candidates.some((other) => other !== from && ways.get(from)?.has(other)));
}

/** Finds the records that a record leads to, or that lead to it. */
type Links = (row: Row) => readonly Row[];

/** From a record to those of another resource that it leads to. @param own follows no references of the details. */
export function linksTo(read: SearchReader, from: ResourcePath, to: ResourcePath, own = false): Links {
  return chained(stepsTo(from, to, own, (here, edge) => linksAlong(read, here, edge)));
}

/** The same in the other direction: from a record to those that lead to it. */
export function linksFrom(read: SearchReader, from: ResourcePath, to: ResourcePath, own = false): Links {
  const steps = stepsTo(from, to, own, (here, { field, list }) => {
    const rowsWith = read.where(here, list ?? field);
    return ({ id }) => rowsWith(id);
  });
  return chained(steps.toReversed());
}

function chained([first = (row) => [row], ...others]: readonly Links[]): Links {
  return others.reduce((before, next) => (row) => before(row).flatMap(next), first);
}

function united(links: readonly Links[]): Links {
  const [only] = links;
  return only && links.length === 1 ? only : (row) => links.flatMap((of) => of(row));
}

/** The links of each step of the shortest way; none when there is no way. @param linksOf those of one reference. */
function stepsTo(
  from: ResourcePath,
  to: ResourcePath,
  own: boolean,
  linksOf: (here: ResourcePath, edge: Edge) => Links,
): Links[] {
  return (ways.get(from)?.get(to) ?? []).map((there, index, way) => {
    const here = way[index - 1] ?? from;
    const between = (edges.get(here) ?? []).filter((edge) => edge.to === there && !(own && edge.list !== undefined));
    return united(between.map((edge) => linksOf(here, edge)));
  });
}

function linksAlong(read: SearchReader, from: ResourcePath, { to, field, list }: Edge): Links {
  const valueOf = read.column(from, list ?? field);
  const rowOf = (id: unknown) => (typeof id === "string" ? read.row(to, id) : undefined);
  // The schema parsed the list when it was written.
  if (list !== undefined) return (row) => (valueOf(row) as FlatRecord[]).flatMap((entry) => rowOf(entry[field]) ?? []);
  return (row) => {
    const target = rowOf(valueOf(row));
    return target ? [target] : [];
  };
}

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
