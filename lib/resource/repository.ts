import "server-only";
import type { z } from "zod";
import type { Staff } from "../auth/staff.ts";
import type { PageReader } from "../snapshots/queries.ts";
import type { Prisma } from "../db/generated/client.ts";
import { deleteRows, insertRows, selectPage, selectRetiredIds, selectRows, updateRows } from "../db/rows.ts";
import type { FlatRecord } from "../audit-log/queries.ts";

type Transaction = Prisma.TransactionClient;

/** Stores the records of one resource. Every statement takes any number of records. */
export interface Repository {
  /** The path of its resource. */
  readonly path: string;
  /** The name of its table. */
  readonly name: string;
  find(transaction: Transaction, ids: readonly string[]): Promise<FlatRecord[]>;
  /** The records whose `field` is one of these ids. */
  referring(transaction: Transaction, field: string, ids: readonly string[]): Promise<FlatRecord[]>;
  /** Those of the ids that deleted records had. */
  retired(transaction: Transaction, ids: readonly string[]): Promise<string[]>;
  /**
   * @param records each as JSON.
   * @returns the ids of the inserted records; one that breaks a unique constraint is left out.
   */
  insert(transaction: Transaction, staff: Staff, records: readonly string[]): Promise<string[]>;
  /** @param records each as JSON. */
  update(transaction: Transaction, staff: Staff, records: readonly string[]): Promise<void>;
  remove(transaction: Transaction, staff: Staff, ids: readonly string[]): Promise<void>;
}

/** A repository with the type of its records. */
export interface RecordRepository<Record> extends Repository {
  /** Reads a page of its records, ordered by id. */
  readonly page: PageReader<Record>;
}

/** What the validation rules can read. */
export interface RecordReader {
  find(repository: Repository, id: string): Promise<FlatRecord | null>;
  /** Those whose `field` names the record. */
  referring(repository: Repository, field: string, id: string): Promise<FlatRecord[]>;
}

/** What a noun's own check can read: other nouns by their paths. */
export interface RecordReaderByPath {
  find(path: string, id: string): Promise<FlatRecord | null>;
  /** Those whose `field` names the record. */
  referring(path: string, field: string, id: string): Promise<FlatRecord[]>;
}

/**
 * The repository of the resource at `path`; its table is named after the path: `cast_members` for `cast-members`.
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
    retired: (transaction, ids) => selectRetiredIds(transaction, path, ids.filter(isStorable)),
    insert: (transaction, _staff, records) => insertRows(transaction, shape, `[${records.join(",")}]`),
    update: (transaction, _staff, records) => updateRows(transaction, shape, `[${records.join(",")}]`),
    remove: (transaction, _staff, ids) => deleteRows(transaction, shape, ids),
  };
}

/** PostgreSQL can't store a NUL or a lone surrogate, so no record has such an id. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
