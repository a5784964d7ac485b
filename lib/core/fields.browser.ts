import { z } from "zod";
import {
  hasDirectionControls,
  isOneLine,
  isPlainText,
  isVisible,
  withLineFeeds,
  withoutInvisible,
} from "./control-characters.browser.ts";
import { isPartialDate } from "./partial-dates.browser.ts";

/** The field schemas with the rules of contract §5, also for forms in the browser. Lengths are code points. */

z.config({ customError: issueMessage });
// Zod probes whether it may compile code with eval. A browser reports each attempt as a breach of the page's policy.
if ("document" in globalThis) z.config({ jitless: true });

const surrogateMessage = "must not contain a lone surrogate";
const lineMessage = "must be one line, without tabs, line breaks and other control characters";
const textMessage = "must not contain control characters other than tabs and line breaks";
const visibleMessage = "must have a visible character";
const directionMessage = "must not contain characters that change the direction of text";

export const id = z.string().min(1).describe("The record's ID. Treat it as text.");

export interface FieldReference {
  /** The path of the other record's resource, under `/api`. */
  readonly to: string;
  /** What deleting the other record does: 409; or with `?cascade=true` it deletes this one, or clears the reference. */
  readonly onDelete: "restrict" | "cascade" | "clear";
  /** How a 409 counts such references; default: the path of this record's resource. */
  readonly countedAs?: string;
}

/** A reference of a record: in a field, or in a member of each entry of a list. */
export interface RecordReference extends FieldReference {
  readonly member?: string;
}

// A registry of its own, because a schema's meta also appears in OpenAPI.
const references = z.registry<FieldReference>();

/** The id of a record of `to`; the database decides whether it exists. @param resource its name in the description. */
export function reference(to: string, { term, ...rules }: { term: string } & Omit<FieldReference, "to">) {
  return line(200)
    .min(1, "is required")
    .describe(`The id of the ${term}.`)
    .register(references, { to, ...rules });
}

/** The fields that refer to other records, in the schema's order. */
export function referencesIn(record: z.ZodObject): ReadonlyMap<string, RecordReference> {
  const found = new Map<string, RecordReference>();
  for (const [field, schema] of Object.entries(record.shape)) {
    const reference = references.get(
      schema instanceof z.ZodNullable ? (schema as z.ZodNullable<z.ZodType>).unwrap() : schema,
    );
    if (reference) found.set(field, reference);
    if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
      for (const [member, inner] of referencesIn(schema.element)) found.set(field, { ...inner, member });
  }
  return found;
}

export function line(max: number) {
  return bounded(z.string(), max).refine(isOneLine, lineMessage);
}

/** A name or title: a text of one line, stored without surrounding white space and without invisible characters. */
export function trimmedLine(max: number) {
  return bounded(required(z.string().overwrite(withoutInvisible)), max)
    .refine(isOneLine, lineMessage)
    .refine((value) => !hasDirectionControls(value), directionMessage);
}

/** A text of several lines. Each line end is stored as a line feed. */
export function text(max: number) {
  return bounded(z.string().overwrite(withLineFeeds), max)
    .refine(isPlainText, textMessage)
    .refine((value) => isVisible(value) || /^\p{White_Space}*$/u.test(value), visibleMessage);
}

/** A text of several lines, stored without surrounding white space. */
export function trimmedText(max: number) {
  return bounded(required(z.string().overwrite(withLineFeeds)), max).refine(isPlainText, textMessage);
}

export const name = trimmedLine(200);

export const date = z.iso
  // One issue says enough.
  .date({ error: "must be a valid date, YYYY-MM-DD", abort: true })
  .refine((day) => day >= "0001-01-01", { error: "must not be before year 1", abort: true })
  .describe("A calendar day, `YYYY-MM-DD`.");

/** A day that may be known only by its month or its year. */
export const partialDate = z
  .string()
  .refine(isPartialDate, "must be a valid date: YYYY, YYYY-MM or YYYY-MM-DD")
  .meta({ pattern: "^\\d{4}(-\\d{2}(-\\d{2})?)?$" })
  .describe("A day that may be imprecise: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.");

/** A whole number, as the text of a query or a setting. @param max at most ten digits. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,9})$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));
}

export const maxEntries = 100;

export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(entry).max(maxEntries);
}

export const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2048, "must have at most 2048 characters")
  .refine((url) => /^https?:\/\/\S+$/i.test(url), "must be an http or https URL without spaces")
  .refine(isOneLine, lineMessage)
  .refine((url) => url.isWellFormed(), surrogateMessage)
  .describe("An http or https URL.");

/** Accepted in any case and spacing, stored in upper case with one space. */
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

function required(schema: z.ZodString) {
  return schema
    .trim()
    .min(1, { error: "must not be empty", abort: true })
    .refine(isVisible, { error: visibleMessage, abort: true });
}

/** PostgreSQL stores no invalid Unicode. */
function bounded(schema: z.ZodString, max: number) {
  return schema
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .refine((value) => value.isWellFormed(), surrogateMessage)
    .meta({ maxLength: max });
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  record: "an object",
};

/** A message for issues whose schema has none of its own; undefined for Zod's default. */
function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const isMistyped = issue.code === "invalid_type" || issue.code === "invalid_value";
  if (isMistyped && issue.input === undefined) return "is required";
  if (issue.code === "invalid_type") {
    const typeName = typeNames[issue.expected];
    return typeName && `must be ${typeName}`;
  }
  if (issue.code === "invalid_value")
    return issue.values.length === 1
      ? `must be ${String(issue.values[0])}`
      : `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small") return bound(issue.origin, "at least", issue.minimum);
  if (issue.code === "too_big") return bound(issue.origin, "at most", issue.maximum);
  return undefined;
}

function bound(origin: string, words: "at least" | "at most", limit: number | bigint): string | undefined {
  if (origin === "string") return `must have ${words} ${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array") return `must have ${words} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  return origin === "number" || origin === "int" ? `must be ${words} ${limit}` : undefined;
}
