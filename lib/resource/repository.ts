import "server-only";
import type { z } from "zod";
import type { Staff } from "../auth/staff.ts";
import type { PageReader } from "../snapshots/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { deleteRows, insertRows, selectPage, selectRows, updateRows } from "../db/rows.ts";
import type { FlatRecord } from "../audit-log/queries.ts";

type Transaction = Prisma.TransactionClient;

/** Where the records of one resource are kept. Every statement is for many, since one is many too. */
export interface Repository {
  /** Its resource's path. */
  readonly path: string;
  /** In the database. */
  readonly name: string;
  find(transaction: Transaction, ids: readonly string[]): Promise<FlatRecord[]>;
  /** The records whose `field` names one of these. */
  referring(transaction: Transaction, field: string, ids: readonly string[]): Promise<FlatRecord[]>;
  /**
   * @param records each as JSON.
   * @returns the ids of those that there was room for.
   */
  insert(transaction: Transaction, staff: Staff, records: readonly string[]): Promise<string[]>;
  /** @param records each as JSON. */
  update(transaction: Transaction, staff: Staff, records: readonly string[]): Promise<void>;
  remove(transaction: Transaction, staff: Staff, ids: readonly string[]): Promise<void>;
}

/** A table whose records are known by their fields. */
export interface RecordRepository<Record> extends Repository {
  /** Its records, in the order of their ids. */
  readonly page: PageReader<Record>;
}

/** What the rules look at. */
export interface RecordReader {
  find(repository: Repository, id: string): Promise<FlatRecord | null>;
  /** Those whose `field` names the record. */
  referring(repository: Repository, field: string, id: string): Promise<FlatRecord[]>;
}

/** What a noun's own check looks at: other nouns it knows by their paths. */
export interface RecordReaderByPath {
  find(path: string, id: string): Promise<FlatRecord | null>;
  /** Those whose `field` names the record. */
  referring(path: string, field: string, id: string): Promise<FlatRecord[]>;
}

/**
 * The table of the resource at `path`, which has the path's name: `cast_members` for `cast-members`.
 *
 * @param record its fields are the table's columns.
 */
export function createRepository<Schema extends z.ZodObject>(
  path: string,
  record: Schema,
): RecordRepository<z.infer<Schema>> {
  const name = path.replaceAll("-", "_");
  const shape = { table: name, columns: Object.keys(record.shape) };
  const select = (transaction: Transaction, column: string, values: readonly string[]) => {
    const possible = values.filter(isStorable);
    return possible.length === 0 ? [] : selectRows<FlatRecord>(transaction, shape, column, possible);
  };
  return {
    path,
    name,
    page: (transaction, page) => selectPage(transaction, shape, page),
    find: async (transaction, ids) => select(transaction, "id", ids),
    referring: async (transaction, field, ids) => select(transaction, field, ids),
    insert: (transaction, _staff, records) => insertRows(transaction, shape, `[${records.join(",")}]`),
    update: (transaction, _staff, records) => updateRows(transaction, shape, `[${records.join(",")}]`),
    remove: (transaction, _staff, ids) => deleteRows(transaction, shape, ids),
  };
}

/** PostgreSQL has no text with a NUL or half a surrogate pair, and so no record that is called so. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
