import "server-only";
import type { z } from "zod";
import type { Prisma } from "../db/generated/client.ts";
import { deleteRows, insertRows, selectRetiredIds, selectRows, updateRows, isStorable } from "../db/rows.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { referencesIn, type RecordReference } from "../core/fields.browser.ts";

type Transaction = Prisma.TransactionClient;

/**
 * Stores the records of one resource, each in a row with its details and its sources. Every statement takes any number
 * of rows.
 */
export interface Repository {
  /** The path of its resource. */
  readonly path: string;
  /** The name of its table. */
  readonly name: string;
  /** The columns of its rows. */
  readonly columns: readonly string[];
  /** The fields of its rows that refer to other records. */
  readonly references: ReadonlyMap<string, RecordReference>;
  find(transaction: Transaction, ids: readonly string[]): Promise<FlatRecord[]>;
  /** The rows whose `field` is one of these ids, or a list of which an entry names one. */
  referring(transaction: Transaction, field: string, ids: readonly string[]): Promise<FlatRecord[]>;
  /** Those of the ids that deleted records had. */
  retired(transaction: Transaction, ids: readonly string[]): Promise<string[]>;
  /**
   * @param records each as JSON.
   * @returns the ids of the inserted records; one that breaks a unique constraint is left out.
   */
  insert(transaction: Transaction, records: readonly string[]): Promise<string[]>;
  /** @param records each as JSON. */
  update(transaction: Transaction, records: readonly string[]): Promise<void>;
  remove(transaction: Transaction, ids: readonly string[]): Promise<void>;
}

/** What the validation rules can read. */
export interface RecordReader {
  /** The day in London. */
  readonly today: string;
  find(repository: Repository, id: string): Promise<FlatRecord | null>;
  /** Those whose `field` names the record. */
  referring(repository: Repository, field: string, id: string): Promise<FlatRecord[]>;
}

/** What a resource's own check can read: other resources by their paths. */
export interface RecordReaderByPath {
  /** The day in London. */
  readonly today: string;
  find(path: string, id: string): Promise<FlatRecord | null>;
  /** Those whose `field` names the record. */
  referring(path: string, field: string, id: string): Promise<FlatRecord[]>;
}

/**
 * The repository of the resource at `path`; its table is named after the path: `cast_members` for `cast-members`.
 *
 * @param record its fields are the table's columns, together with those of `details`.
 */
export function createRepository(path: string, record: z.ZodObject, details?: z.ZodObject): Repository {
  const name = path.replaceAll("-", "_");
  const columns = columnsOf(record, details);
  const shape = { table: name, columns };
  const references = new Map([...referencesIn(record), ...(details ? referencesIn(details) : [])]);
  const select = async (transaction: Transaction, column: string, values: readonly string[]) => {
    const possible = values.filter(isStorable);
    if (possible.length === 0) return [];
    const member = references.get(column)?.member;
    return (await selectRows<FlatRecord>(transaction, shape, { column, member }, possible)).map(withUtcTime);
  };
  return {
    path,
    name,
    columns,
    references,
    find: (transaction, ids) => select(transaction, "id", ids),
    referring: (transaction, field, ids) => select(transaction, field, ids),
    retired: (transaction, ids) => selectRetiredIds(transaction, path, ids.filter(isStorable)),
    insert: (transaction, records) => insertRows(transaction, shape, `[${records.join(",")}]`),
    update: (transaction, records) => updateRows(transaction, shape, `[${records.join(",")}]`),
    remove: (transaction, ids) => deleteRows(transaction, shape, ids),
  };
}

/** The record's fields, those of its details, and its sources. */
function columnsOf(record: z.ZodObject, details: z.ZodObject | undefined): string[] {
  if (!details) return Object.keys(record.shape);
  return [...new Set([...Object.keys(record.shape), ...Object.keys(details.shape), "sources"])];
}

/** Most rows have the time of the row before, which is then kept once. */
let lastVerified = { stored: "", utc: "" };

/** PostgreSQL writes a time in the time zone of the connection. */
export function withUtcTime(row: FlatRecord): FlatRecord {
  const { verified_at: at } = row;
  if (typeof at !== "string") return row;
  if (lastVerified.stored !== at) lastVerified = { stored: at, utc: new Date(at).toISOString() };
  return { ...row, verified_at: lastVerified.utc };
}
