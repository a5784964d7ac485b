import "server-only";
import type { ResourcePath } from "../resources/nouns.ts";
import { roleTypes } from "../resources/cast-members/terms.ts";
import { resourceAt } from "../resources/resources.ts";
import { showTypes } from "../resources/shows/terms.ts";
import { connectingNoun, idParameter, referredNouns } from "./joins.ts";

/** What can be asked of a noun's records (contract §15), beside what follows from its schemas. */
export interface SearchedNoun {
  readonly path: ResourcePath;
  /** The nouns whose names `q` is compared with. */
  readonly names: readonly ResourcePath[];
  /** Parameters that take values of an enum: the noun and field that have it. */
  readonly enums: Readonly<Record<string, EnumField>>;
  /** The noun whose records say what is in on a day. */
  readonly runningOn?: ResourcePath;
  /** Whether the first and last days can be limited. */
  readonly hasDates?: boolean;
  /** The relations that `include` offers, beside details and sources. */
  readonly relations: readonly IncludedRelation[];
}

interface EnumField {
  readonly noun: ResourcePath;
  readonly field: string;
  readonly values: readonly [string, ...string[]];
}

export const partNames = ["details", "sources"] as const;
export type IncludedRelation = "theatre" | "cast" | "productions" | "credits" | "production.theatre";

const showType: EnumField = { noun: "shows", field: "type", values: showTypes };

/** The table: schemas, parser, document, reference and tests read it. */
export const searchedNouns: readonly SearchedNoun[] = [
  {
    path: "shows",
    names: ["shows"],
    enums: { type: showType },
    runningOn: "productions",
    relations: ["productions"],
  },
  { path: "theatres", names: ["theatres"], enums: {}, runningOn: "productions", relations: ["productions"] },
  { path: "people", names: ["people"], enums: {}, runningOn: "cast-members", relations: ["credits"] },
  { path: "roles", names: ["roles"], enums: {}, relations: [] },
  {
    path: "productions",
    names: ["shows", "theatres"],
    enums: { type: showType },
    runningOn: "productions",
    hasDates: true,
    relations: ["theatre", "cast"],
  },
  {
    path: "cast-members",
    names: ["people", "roles", "shows"],
    enums: { role_type: { noun: "cast-members", field: "role_type", values: roleTypes } },
    relations: ["production.theatre"],
  },
];

/** The nouns that `/search` looks in: those with names of their own. */
export const namedNouns = searchedNouns.filter(({ path, names }) => names.includes(path));

/** The limits of the days: the field of a production, and which side of it. */
export const dateLimits = {
  opening_from: { field: "opening_date", isFirst: true },
  opening_to: { field: "opening_date", isFirst: false },
  closing_from: { field: "closing_date", isFirst: true },
  closing_to: { field: "closing_date", isFirst: false },
} as const;

/** By parameter, the nouns that references lead to from a noun's records, or from those that lead to it. */
export function idParametersOf(path: ResourcePath): ReadonlyMap<string, ResourcePath> {
  return new Map(
    referredNouns
      .filter((noun) => connectingNoun([path, noun]) !== null)
      .map((noun) => [idParameter(noun), noun] as const),
  );
}

export function hasPlace(path: ResourcePath): boolean {
  const { shape } = resourceAt(path).record;
  return "lat" in shape && "lng" in shape;
}

export function includesOf({ path, relations }: SearchedNoun): readonly string[] {
  return [...(resourceAt(path).details ? partNames : []), ...relations];
}

export function sortFieldsOf(path: ResourcePath): readonly string[] {
  return Object.keys(resourceAt(path).record.shape);
}

export function fieldNamesOf(path: ResourcePath): readonly string[] {
  return [...Object.keys(resourceAt(path).entry.shape), ...(hasPlace(path) ? ["distance_m"] : [])];
}
