import "server-only";
import { z } from "zod";
import type { FlatRecord } from "../core/json.browser.ts";
import type { FieldIssue } from "../http/body.ts";
import type { RecordReader } from "./repository.ts";
import { emptyValue } from "./rows.ts";
import { sourcesSchema } from "./schema.browser.ts";

/** What a resource's details are, and the rules between their fields. */
export interface DetailsDefinition<Row, Details extends z.ZodObject = z.ZodObject> {
  readonly document: Details;
  /** Issues between fields that are valid by themselves, with paths in the details. */
  check?(records: RecordReader, row: Row, before: Row | null): FieldIssue[] | Promise<FieldIssue[]>;
  /** The row as it is stored: its lists in their order. */
  arrange?(records: RecordReader, row: Row): Row | Promise<Row>;
  /** The document as it is on a day, for what depends on the day. */
  present?(details: z.infer<Details>, today: string): z.infer<Details>;
}

/** The details and sources of a resource's records (contract §12). */
export interface ResourceDetails {
  readonly document: z.ZodObject;
  /** The schema of a PUT body. */
  readonly change: z.ZodObject;
  readonly sources: z.ZodObject;
  readonly sourcesChange: z.ZodObject;
  check(records: RecordReader, row: FlatRecord, before: FlatRecord | null): Promise<FieldIssue[]>;
  arrange(records: RecordReader, row: FlatRecord): Promise<FlatRecord>;
  /** The stored document as it is on a day. */
  present(details: FlatRecord, today: string): FlatRecord;
}

export function createDetails<Row, Details extends z.ZodObject>(
  record: z.ZodObject,
  { document, check, arrange, present }: DetailsDefinition<Row, Details>,
): ResourceDetails {
  // The audit log and requests have untyped rows, whose fields the schemas have already parsed.
  const typed = (row: FlatRecord) => row as unknown as Row;
  const sources = sourcesSchema(record, document);
  return {
    document,
    change: detailsChange(document),
    sources,
    sourcesChange: sourcesChange(sources),
    check: async (records, row, before) => (await check?.(records, typed(row), before && typed(before))) ?? [],
    arrange: async (records, row) => ((await arrange?.(records, typed(row))) as FlatRecord | undefined) ?? row,
    present: present ? (one, today) => present(one as z.infer<Details>, today) as unknown as FlatRecord : (one) => one,
  };
}

const ignored = (why: string) => z.unknown().optional().describe(`Ignored: ${why}.`);
const ignoredId = z.unknown().optional().describe("Ignored when it equals the path's id; any other is refused.");

/** Every field may be absent; null empties a list. Id and time are accepted, so that a document can be sent back. */
function detailsChange(document: z.ZodObject): z.ZodObject {
  const { id: _id, verified_at: _verified, ...fields } = document.shape as Record<string, z.ZodType>;
  return z
    .strictObject({
      id: ignoredId,
      verified_at: ignored("read-only"),
      ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptiable(field).optional()])),
    })
    .meta(titled(document, "Change", "The fields to change. An absent field keeps its value; null clears it."));
}

function sourcesChange(document: z.ZodObject): z.ZodObject {
  const { sources } = document.shape as Record<string, z.ZodType>;
  return z
    .strictObject({
      verified_at: ignored("read-only"),
      sources: emptiable(sources ?? z.array(z.unknown())).optional(),
      verified: z.boolean().optional().describe("`true` sets `verified_at` to now."),
    })
    .meta(titled(document, "Change", "The new list of sources. Without one the present list stays."));
}

/** Accepts null as the empty list or object. */
function emptiable(field: z.ZodType): z.ZodType {
  const empty = emptyValue(field);
  return empty === null ? field : field.nullable().transform((value) => value ?? empty);
}

/** The body of a `POST`: every nullable field may also be absent. */
export function creationSchema(record: z.ZodObject): z.ZodObject {
  const fields = writable(record).map(([name, field]) => [
    name,
    field.safeParse(null).success ? field.optional() : field,
  ]);
  return z
    .strictObject(Object.fromEntries(fields))
    .meta(titled(record, "Creation", "The fields of a new record. An absent optional field is null."));
}

/** The body of a `PUT`. It ignores the id and embedded records, so that a record can be sent back as it was read. */
export function changeSchema(record: z.ZodObject, entry: z.ZodObject): z.ZodObject {
  const fields = writable(record).map(([name, field]) => [name, field.optional()]);
  const nested = Object.keys(entry.shape)
    .filter((name) => !(name in record.shape))
    .map((name) => [name, ignored("read-only part of a list entry")]);
  return z
    .strictObject({ id: ignoredId, ...Object.fromEntries(nested), ...Object.fromEntries(fields) })
    .meta(
      titled(record, "Change", "The fields to change. An absent field keeps its value; null clears a nullable one."),
    );
}

function writable(record: z.ZodObject): [string, z.ZodType][] {
  return Object.entries(record.shape as Record<string, z.ZodType>).filter(([name]) => name !== "id");
}

/** Names an input after its record: `Show` → `ShowCreation`. Unnamed records have unnamed inputs. */
function titled(record: z.ZodObject, suffix: string, description: string) {
  const id = record.meta()?.id;
  return { ...(id === undefined ? {} : { id: `${id}${suffix}` }), description };
}
