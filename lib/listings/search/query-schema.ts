import "server-only";
import { z } from "zod";
import { date, wholeNumber } from "../../core/fields.browser.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { accessKinds } from "../../resources/productions/terms.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { choices, commaList, externalIdParameter, oneId, point, searchText } from "./query-values.ts";
import {
  fieldNamesOf,
  hasPlace,
  idParametersOf,
  includesOf,
  sortFieldsOf,
  type SearchedResource,
} from "./searched-resources.ts";

export const defaultRadius = 1_000;
const maxRadius = 50_000;
const maxLimit = 100;
const maxIds = 100;
const maxSortFields = 8;

/** The schema of a resource's query. */
export function querySchema(resource: SearchedResource): z.ZodObject {
  const { path } = resource;
  const { plural, details } = resourceAt(path);
  const terms = plural.toLowerCase();
  const shape: Record<string, z.ZodType> = {
    q: searchText
      .optional()
      .describe(
        resource.names[0] === path
          ? "Each of its words begins a word of the name or of an alias; one wrong letter in a word of five or more still matches."
          : `Like \`q\` of the others, compared with the names of ${resource.names.map(pluralOf).join(", ")}.`,
      ),
  };
  for (const [name, { values }] of Object.entries(resource.enums))
    shape[name] = commaList(choices(values, "must be one of"), values.length)
      .optional()
      .describe("Any of these values.");
  for (const [name, of] of idParametersOf(path))
    shape[name] = commaList(oneId, maxIds)
      .optional()
      .describe(
        of === path
          ? `Only the ${terms} with one of these ids.`
          : `Only ${terms} of one of these ${pluralOf(of)}, by their ids.`,
      );
  if (resource.runningOn)
    shape["running_on"] = date
      .optional()
      .describe(
        resource.runningOn === "cast-members"
          ? "Only those who can have been in it on this day."
          : "Only where a production runs on this day.",
      );
  if (resource.hasPerformances) {
    shape["plays_on"] = date.optional().describe("Only those with a performance on this day, as far as is known.");
    shape["plays_at"] = z
      .enum(["matinee", "evening"])
      .optional()
      .describe("With `plays_on`: a performance before, or from, 17:00.");
    shape["access"] = commaList(choices(accessKinds, "must be one of"), accessKinds.length)
      .optional()
      .describe("With `plays_on`: a performance that has all of these.");
  }
  for (const [name, field] of Object.entries(resource.days)) {
    shape[`${name}_from`] = date.optional().describe(`Only those whose \`${field}\` is this day or later.`);
    shape[`${name}_to`] = date.optional().describe(`Only those whose \`${field}\` is this day or earlier.`);
  }
  if (hasPlace(path)) {
    shape["near"] = point
      .optional()
      .describe("Only those within `radius` of this latitude and longitude, the nearest first, with `distance_m`.");
    shape["radius"] = wholeNumber(1, maxRadius)
      .optional()
      .describe(`In metres, with \`near\`; ${defaultRadius} when absent.`);
  }
  const schemes = schemesOf(details?.document);
  if (schemes.length > 0)
    shape["external_id"] = externalIdParameter(schemes)
      .optional()
      .describe("Only the one with this id elsewhere: `scheme:id`, such as `wikidata:Q42`.");
  shape["updated_since"] = z.iso
    .datetime({ offset: true, error: "must be an ISO 8601 time with Z or an offset, such as 2026-11-01T09:00:00Z" })
    .optional()
    .describe("Only those that changed at this time or later, their details and sources included.");
  shape["sort"] = commaList(
    choices(signed(sortFieldsOf(path)), "sort by fields of the record, with - for descending:"),
    maxSortFields,
  )
    .optional()
    .describe(
      "Fields of the record; `-` before one for descending. Null is last, and the `id` decides between equals.",
    );
  shape["fields"] = commaList(choices(fieldNamesOf(path), "must be one of"), fieldNamesOf(path).length)
    .optional()
    .describe("Only these fields of each entry, and `id`.");
  shape["include"] = commaList(choices(includesOf(resource), "must be one of"), includesOf(resource).length)
    .optional()
    .describe("What else each entry has.");
  shape["limit"] = wholeNumber(1, maxLimit)
    .optional()
    .describe("Entries in a page. While there are more, `Link` has the address of the next page.");
  shape["cursor"] = z
    .string()
    .regex(/^[\w-]+$/, "must be the cursor of a Link header")
    .optional()
    .describe("Where a page begins, from the `Link` of the one before. Needs the same parameters.");
  shape["count"] = z.enum(["exact"]).optional().describe("`X-Total-Count` has the number of entries of all pages.");
  return z
    .strictObject(shape)
    .refine(needs("radius", "near"), { path: ["radius"], message: "needs the parameter near" })
    .refine(needs("plays_at", "plays_on"), { path: ["plays_at"], message: "needs the parameter plays_on" })
    .refine(needs("access", "plays_on"), { path: ["access"], message: "needs the parameter plays_on" })
    .refine(needs("cursor", "limit"), { path: ["cursor"], message: "needs the parameter limit" });
}

function needs(one: string, other: string) {
  return (query: Record<string, unknown>) => query[one] === undefined || query[other] !== undefined;
}

function pluralOf(path: ResourcePath): string {
  return resourceAt(path).plural.toLowerCase();
}

function signed(fields: readonly string[]): string[] {
  return fields.flatMap((field) => [field, `-${field}`]);
}

function schemesOf(document: z.ZodObject | undefined): string[] {
  const ids: unknown = document?.shape["external_ids"];
  return ids instanceof z.ZodObject ? Object.keys(ids.shape) : [];
}

/** A query of a resource's records, as `querySchema` parses it. */
export interface SearchQuery {
  readonly q?: string;
  readonly running_on?: string;
  readonly plays_on?: string;
  readonly plays_at?: "matinee" | "evening";
  readonly access?: readonly string[];
  readonly near?: string;
  readonly radius?: number;
  readonly external_id?: string;
  readonly updated_since?: string;
  readonly sort?: readonly string[];
  readonly fields?: readonly string[];
  readonly include?: readonly string[];
  readonly limit?: number;
  readonly cursor?: string;
  readonly count?: "exact";
}

/** The limit of a resource's `days`. */
export function limitOf(query: SearchQuery, name: string): string | undefined {
  // `querySchema` gives these parameters days.
  return (query as Readonly<Record<string, string | undefined>>)[name];
}

/** The values of an enum's parameter or of one that names records. */
export function severalOf(query: SearchQuery, name: string): readonly string[] | undefined {
  // `querySchema` gives these parameters lists.
  return (query as Readonly<Record<string, readonly string[] | undefined>>)[name];
}
