import { z } from "zod";
import { date, id, listOf, name, partialDate, text, webAddress } from "../core/fields.browser.ts";
import { earliestDay, latestDay } from "../core/partial-dates.browser.ts";
import { sourceKinds } from "./terms.browser.ts";

/** The fields that the details of several resources share (contract §12), and the sources of a record. */

/** A partial date that may be absent from its object. */
const optionalPartialDate = partialDate.nullable().default(null);

const alias = z
  .strictObject({
    name,
    kind: z.enum(["former", "also", "legal"]).describe("A former name, another current one, or the legal one."),
    from: optionalPartialDate.describe("Since when it is the name; null when that is not known."),
    to: optionalPartialDate.describe("Last day as a name; null if unknown or still in use."),
  })
  .refine(({ from, to }) => from === null || to === null || earliestDay(from) <= latestDay(to), {
    path: ["to"],
    message: "must not be before from",
  });

export type Alias = z.infer<typeof alias>;

export const aliases = listOf(alias).describe("Its other names.");

const externalId = (pattern: RegExp, form: string) => z.string().max(200).regex(pattern, `must be ${form}`).optional();

export const externalIds = z
  .strictObject({
    wikidata: externalId(/^Q\d+$/, "Q and digits"),
    isni: externalId(/^\d{15}[\dX]$/, "16 digits, of which the last may be X"),
    imdb: externalId(/^(nm|tt|co)\d{7,}$/, "nm, tt or co and at least 7 digits"),
    ibdb: externalId(/^\d+$/, "digits"),
    musicbrainz: externalId(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "a UUID in lower case"),
    theatricalia: externalId(/^[0-9a-z]+$/, "digits and letters in lower case"),
  })
  .describe("Its ids elsewhere, by scheme.");

const verifiedAt = z.iso
  .datetime()
  .nullable()
  .describe("When staff last confirmed that everything about it is right; null: never.");

/** The details document of a record. @param fields what it has beside `id` and `verified_at`. */
export function detailsSchema<Fields extends z.ZodRawShape>(record: z.ZodObject, fields: Fields) {
  const term = record.meta()?.id ?? "";
  return z
    .strictObject({ id, ...fields, verified_at: verifiedAt })
    .meta({ id: `${term}Details`, description: "What is known about a record beyond its own fields." });
}

/** A source of a record. @param field those that it can be the source of. */
function sourceSchema(field: z.ZodType<string>) {
  return z.strictObject({
    field: field
      .nullable()
      .default(null)
      .describe("The field of the record or of its details that it is the source of; null: the whole record."),
    name: name.describe("What was read: a page's title, a programme, a visit."),
    url: webAddress.nullable().default(null).describe("Where it can be read."),
    kind: z.enum(sourceKinds),
    read_on: date.nullable().default(null).describe("The day on which it was read."),
    note: text(2000).nullable().default(null),
  });
}

export function sourcesSchema(record: z.ZodObject, details: z.ZodObject) {
  const fields = [...new Set([...Object.keys(record.shape), ...Object.keys(details.shape)])];
  return z
    .strictObject({ verified_at: verifiedAt, sources: listOf(sourceSchema(z.enum(fields))) })
    .meta({ id: `${record.meta()?.id ?? ""}Sources`, description: "Where the facts about a record come from." });
}

export type RecordSources = z.infer<ReturnType<typeof sourcesSchema>>;

/** What the form of the sources sends: it offers the fields of its record alone. */
export const sourcesForm = z.strictObject({ sources: listOf(sourceSchema(z.string())) });
