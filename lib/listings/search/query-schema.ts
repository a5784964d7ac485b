import "server-only";
import { z } from "zod";
import { date, wholeNumber } from "../../core/fields.browser.ts";
import { foldName } from "../../core/fold.browser.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { accessKinds } from "../../resources/productions/terms.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { hasPlace, idParametersOf, partNames, type SearchedResource } from "./searched-resources.ts";

export const defaultRadius = 1_000;
const maxRadius = 50_000;
const maxLimit = 100;
const maxIds = 100;
const maxSortFields = 8;

export function querySchema(resource: SearchedResource): z.ZodObject {
  const { path, names, enums, days, runningOn, relations } = resource;
  const { plural, details, record, entry } = resourceAt(path);
  const terms = plural.toLowerCase();
  const shape: Record<string, z.ZodType> = {
    q: searchText.describe(
      names[0] === path
        ? "Each of its words begins a word of the name or of an alias; one wrong letter in a word of five or more still matches."
        : `Like \`q\` of the others, compared with the names of ${names.map(pluralOf).join(", ")}.`,
    ),
  };
  for (const [name, { values }] of Object.entries(enums)) shape[name] = someOf(values).describe("Any of these values.");
  for (const [name, of] of idParametersOf(path))
    shape[name] = commaList(oneId, maxIds).describe(
      of === path
        ? `Only the ${terms} with one of these ids.`
        : `Only ${terms} of one of these ${pluralOf(of)}, by their ids.`,
    );
  if (runningOn)
    shape["running_on"] = date.describe(
      runningOn === "cast-members"
        ? "Only those who can have been in it on this day."
        : "Only where a production runs on this day.",
    );
  if (resource.hasPerformances) {
    shape["plays_on"] = date.describe("Only those with a performance on this day, as far as is known.");
    shape["plays_at"] = z
      .enum(["matinee", "evening"])
      .describe("With `plays_on`: a performance before, or from, 17:00.");
    shape["access"] = someOf(accessKinds).describe("With `plays_on`: a performance that has all of these.");
  }
  for (const [name, field] of Object.entries(days)) {
    shape[`${name}_from`] = date.describe(`Only those whose \`${field}\` is this day or later.`);
    shape[`${name}_to`] = date.describe(`Only those whose \`${field}\` is this day or earlier.`);
  }
  const place = hasPlace(path);
  if (place) {
    shape["near"] = point.describe(
      "Only those within `radius` of this latitude and longitude, the nearest first, with `distance_m`.",
    );
    shape["radius"] = wholeNumber(1, maxRadius).describe(`In metres, with \`near\`; ${defaultRadius} when absent.`);
  }
  const schemes = schemesOf(details?.document);
  if (schemes.length > 0)
    shape["external_id"] = externalIdParameter(schemes).describe(
      "Only the one with this id elsewhere: `scheme:id`, such as `wikidata:Q42`.",
    );
  shape["updated_since"] = z.iso
    .datetime({ offset: true, error: "must be an ISO 8601 time with Z or an offset, such as 2026-11-01T09:00:00Z" })
    .describe("Only those that changed at this time or later, their details and sources included.");
  const sorted = Object.keys(record.shape).flatMap((field) => [field, `-${field}`]);
  shape["sort"] = commaList(
    choices(sorted, "sort by fields of the record, with - for descending:"),
    maxSortFields,
  ).describe("Fields of the record; `-` before one for descending. Null is last, and the `id` decides between equals.");
  shape["fields"] = someOf([...Object.keys(entry.shape), ...(place ? ["distance_m"] : [])]).describe(
    "Only these fields of each entry, and `id`.",
  );
  shape["include"] = someOf([...(details ? partNames : []), ...relations]).describe("What else each entry has.");
  shape["limit"] = wholeNumber(1, maxLimit).describe(
    "Entries in a page. While there are more, `Link` has the address of the next page.",
  );
  shape["cursor"] = z
    .string()
    .regex(/^[\w-]+$/, "must be the cursor of a Link header")
    .describe("Where a page begins, from the `Link` of the one before. Needs the same parameters.");
  shape["count"] = z.enum(["exact"]).describe("`X-Total-Count` has the number of entries of all pages.");
  return z
    .strictObject(shape)
    .partial()
    .superRefine(needing({ radius: "near", plays_at: "plays_on", access: "plays_on", cursor: "limit" }));
}

/** Refuses parameters without the one that they need. @param needed by the name of the parameter that needs it. */
export function needing(needed: Readonly<Record<string, string>>) {
  return (query: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    for (const [name, other] of Object.entries(needed))
      if (query[name] !== undefined && query[other] === undefined)
        context.addIssue({ code: "custom", path: [name], message: `needs the parameter ${other}` });
  };
}

function pluralOf(path: ResourcePath): string {
  return resourceAt(path).plural.toLowerCase();
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

/* The values of the parameters, as they are sent. */

/** Several values in one parameter, separated by commas, each once. @param max the most of them. */
function commaList<Item extends z.ZodType<string, string>>(item: Item, max: number) {
  return z
    .string()
    .transform((value) => value.split(","))
    .pipe(
      z
        .array(item)
        .min(1)
        .max(max, { error: `must have at most ${max} values`, abort: true })
        .refine((values) => new Set(values).size === values.length, "must have each value once")
        .meta({ uniqueItems: true }),
    );
}

function choices(values: readonly string[], lead: string) {
  return z.enum(values as [string, ...string[]], `${lead} ${values.join(", ")}`);
}

export function someOf(values: readonly string[]) {
  return commaList(choices(values, "must be one of"), values.length);
}

const oneId = z.string().min(1, "must be an id, or several separated by commas");

/** The text that names are compared with. */
export const searchText = z
  .string()
  .refine((text) => text !== "" && [...text].length <= 100, "must have 1 to 100 characters")
  .refine((text) => text === "" || foldName(text) !== "", "must have a letter or a digit")
  .meta({ minLength: 1, maxLength: 100 });

const point = z
  .string()
  .refine((value) => parsePoint(value) !== null, "must be latitude,longitude in degrees, such as 51.5117,-0.1246")
  .meta({ pattern: "^-?\\d{1,3}(\\.\\d+)?,-?\\d{1,3}(\\.\\d+)?$" });

/** Latitude and longitude, in degrees (WGS 84). */
export type Point = NonNullable<ReturnType<typeof parsePoint>>;

export function parsePoint(value: string): { lat: number; lng: number } | null {
  const [, lat, lng] = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(value) ?? [];
  if (lat === undefined || lng === undefined) return null;
  return Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180 ? { lat: Number(lat), lng: Number(lng) } : null;
}

function externalIdParameter(schemes: readonly string[]) {
  const known = new RegExp(`^(${schemes.join("|")}):.+$`, "s");
  return z.string().regex(known, `must be scheme:id, the scheme one of ${schemes.join(", ")}`);
}
