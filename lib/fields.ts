import { z } from "zod";

/**
 * What the fields of the six resources are made of, with the rules of contract §5. Safe for
 * the browser, so that a form says what the API says. Lengths are code points.
 */

// Zod tries whether it may turn text into code. In a browser each try would be reported as a breach of the page's policy.
if ("document" in globalThis) z.config({ jitless: true });

export const id = z.string().min(1).describe("Opaque identifier.");

/** What a field says of the record that it names. */
export interface Reference {
  /** The path of that record's resource, under `/api`. */
  readonly to: string;
  /** What deleting that record does while this one names it: nothing (409), or with `?cascade=true` it deletes this one too. */
  readonly onDelete: "restrict" | "cascade";
}

// A registry of their own: what stands in a schema's meta also stands in OpenAPI.
const references = z.registry<Reference>();

/** The id of a record of `to`; the database says whether there is one. @param noun what the description calls it. */
export function reference(to: string, { noun, onDelete }: { noun: string; onDelete: Reference["onDelete"] }) {
  return text(200)
    .min(1, "must name a record")
    .describe(`The id of the ${noun}.`)
    .register(references, { to, onDelete });
}

/** The fields of a record that name other records, in the schema's order. */
export function referencesIn(record: z.ZodObject): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  const shape: Record<string, z.ZodType> = record.shape;
  for (const [field, schema] of Object.entries(shape)) {
    const reference = references.get(
      schema instanceof z.ZodNullable ? (schema as z.ZodNullable<z.ZodType>).unwrap() : schema,
    );
    if (reference) found.set(field, reference);
  }
  return found;
}

export function text(most: number) {
  return z
    .string()
    .refine((value) => [...value].length <= most, `must have at most ${most} characters`)
    .refine(isStorable, "must not contain a NUL character or half a surrogate pair")
    .meta({ maxLength: most });
}

/** Stored without the white space around it. */
export function trimmed(most: number) {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .refine((value) => [...value].length <= most, `must have at most ${most} characters`)
    .refine(isStorable, "must not contain a NUL character or half a surrogate pair")
    .meta({ maxLength: most });
}

export const name = trimmed(200);

export const date = z.iso
  .date("must be a calendar day, YYYY-MM-DD")
  .refine((day) => day >= "0001-01-01", "must be a day of the common era")
  .describe("A calendar day, `YYYY-MM-DD`.");

export const imageUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .max(2048, "must have at most 2048 characters")
  .refine((url) => /^https?:\/\/\S+$/i.test(url), "must be an http or https address without spaces")
  .refine(isStorable, "must not contain a NUL character or half a surrogate pair")
  .describe("An http or https address.");

/** Taken in any case and spacing, stored in upper case with one space. */
export const postcode = z
  .string()
  .transform((sent) =>
    sent
      .replace(/\s+/g, "")
      .toUpperCase()
      .replace(/^(.+)(.{3})$/, "$1 $2"),
  )
  .pipe(z.string().regex(/^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$/, "must be a UK postcode"))
  .describe("UK postcode, in upper case with one space.");

/** PostgreSQL stores no NUL, and no text that is not Unicode. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}
