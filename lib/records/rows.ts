import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { isJsonObject, type FlatRecord } from "../core/json.browser.ts";
import { memoize } from "../core/memoize.browser.ts";

/*
 * A row of a resource's table holds a record, its details and its sources, so that they are created, deleted and restored
 * together. These functions take it apart into the documents that the API shows.
 */

type Shape = Record<string, z.ZodType>;

interface RowSchemas {
  readonly record: z.ZodObject;
  readonly details: {
    readonly document: z.ZodObject;
    readonly sources: z.ZodObject;
    present(details: FlatRecord, today: string): FlatRecord;
  } | null;
}

/** The row of a record of which nothing is known. */
export function emptyRow({ record, details }: RowSchemas): Record<string, unknown> {
  const shape: Shape = { ...details?.document.shape, ...record.shape };
  return {
    ...Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, emptyValue(schema)])),
    ...(details && { sources: [] }),
  };
}

/** A list without entries is `[]`, external ids without entries are `{}`. */
export function emptyValue(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodArray) return [];
  return schema instanceof z.ZodObject ? {} : null;
}

/** The record as its single read shows it. */
export function recordOf({ record: { shape } }: Pick<RowSchemas, "record">, row: FlatRecord): FlatRecord {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, row[name]])) as FlatRecord;
}

/** The details document. @param today the day in London. */
export function detailsOf({ details }: Pick<RowSchemas, "details">, row: FlatRecord, today: string): FlatRecord {
  return details ? details.present(storedDetailsOf({ details }, row), today) : { id: row.id };
}

/** The details document as it is stored, without what depends on the day. */
export function storedDetailsOf(
  { details }: { readonly details: Pick<NonNullable<RowSchemas["details"]>, "document"> | null },
  row: FlatRecord,
): FlatRecord {
  const shape: Shape = details?.document.shape ?? {};
  const fields = Object.entries(shape).map(([name, schema]) => [name, shared(schema, row[name])]);
  return Object.fromEntries(fields) as FlatRecord;
}

export function sourcesOf({ details }: Pick<RowSchemas, "details">, row: FlatRecord): Record<string, unknown> {
  if (!details) return {};
  const document = { verified_at: row["verified_at"] ?? null, sources: row["sources"] ?? emptyList };
  if (document.verified_at === null && isEmptyList(document.sources)) return unverified;
  return shared(details.sources, document) as Record<string, unknown>;
}

/* Most lists of details are empty, and most records were never verified. */
const emptyList: readonly never[] = Object.freeze([]);
const unverified = Object.freeze({ verified_at: null, sources: emptyList });

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** In bytes of JSON. */
const maxShared = 8 * 1024 * 1024;
const lately = new LRUCache<string, object>({ maxSize: maxShared, sizeCalculation: (_, { length }) => length });
let schemas = 0;
const numberOf = memoize((_schema: z.ZodType) => (schemas += 1));

/** In the order of the schema. Equal values are one object, because many records have the sources of others. */
function shared(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value ?? null;
  if (isEmptyList(value)) return emptyList;
  const key = `${numberOf(schema)} ${JSON.stringify(value)}`;
  let one = lately.get(key);
  if (!one) lately.set(key, (one = ordered(schema, value) as object));
  return one;
}

/**
 * `jsonb` keeps neither the order of members nor those that a statement in SQL left out; the schema has both. Values
 * stay as they are stored, because a schema may since refuse what it once took.
 */
export function ordered(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((entry) => ordered(schema.element as z.ZodType, entry));
  if (!(schema instanceof z.ZodObject) || !isJsonObject(value)) return value ?? null;
  const members = Object.entries<z.ZodType>(schema.shape).flatMap(([name, member]) => {
    const kept: unknown = name in value ? ordered(member, value[name]) : member.safeParse(undefined).data;
    return kept === undefined ? [] : [[name, kept]];
  });
  // Of an entry of the log that is older than its schema.
  const unknown = Object.entries(value).filter(([name]) => !(name in schema.shape));
  return Object.fromEntries([...members, ...unknown]);
}
