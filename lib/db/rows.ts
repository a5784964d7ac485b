import "server-only";
import type { Transaction } from "./database.ts";

/** A table and the columns that a record uses, by their database names. */
export interface TableShape {
  readonly name: string;
  /** Includes `id`. */
  readonly columns: readonly string[];
}

/** The columns as a list in SQL; a name such as `from` is a word of SQL as well. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

/*
 * Statements over any number of rows. The rows travel as one JSON parameter, with one plan and one message; a
 * placeholder for each value takes ten times as long. Names come from code, never from a request.
 */

/** The rows whose `column` has one of the values, or a list with one as a `member`; dates as `YYYY-MM-DD`. */
export async function selectRows<Row>(
  transaction: Transaction,
  { name, columns }: TableShape,
  { column, member }: { readonly column: string; readonly member: string | undefined },
  values: readonly string[],
): Promise<Row[]> {
  // Of an array PostgreSQL expects few values, so that it looks them up in the index instead of reading the table.
  const listCondition = "= ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)))";
  const condition =
    member === undefined
      ? `"${column}" ${listCondition}`
      : `"${column}" <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements("${column}") AS entry WHERE entry->>'${member}' ${listCondition})`;
  const found = await transaction.$queryRawUnsafe<{ found: Row }[]>(
    `SELECT row_to_json(one) AS found FROM (
       SELECT ${columnList(columns)} FROM ${name}
       WHERE ${condition}
     ) AS one`,
    JSON.stringify(values),
  );
  return found.map((row) => row.found);
}

/** Inserts `rows`, a JSON array, in order, but for those that break a unique constraint. @returns the inserted ids. */
export async function insertRows(
  transaction: Transaction,
  { name, columns }: TableShape,
  rows: string,
): Promise<string[]> {
  const inserted = await transaction.$queryRawUnsafe<{ id: string }[]>(
    `INSERT INTO ${name} (${columnList(columns)})
     SELECT ${columnList(columns)} FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb)
     ON CONFLICT DO NOTHING RETURNING id`,
    rows,
  );
  return inserted.map(({ id }) => id);
}

/** Updates the rows by their ids. @param rows a JSON array. */
export async function updateRows(transaction: Transaction, { name, columns }: TableShape, rows: string): Promise<void> {
  const assignments = columns.filter((column) => column !== "id").map((column) => `"${column}" = given."${column}"`);
  await transaction.$executeRawUnsafe(
    `WITH given AS MATERIALIZED (SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb))
     UPDATE ${name} AS stored SET ${assignments.join(", ")}
     FROM given WHERE stored.id = given.id AND stored.id = ANY (ARRAY(SELECT id FROM given))`,
    rows,
  );
}

export async function deleteRows(
  transaction: Transaction,
  { name }: Pick<TableShape, "name">,
  ids: readonly string[],
): Promise<void> {
  await transaction.$executeRawUnsafe(
    `DELETE FROM ${name} WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)))`,
    JSON.stringify(ids),
  );
}

/** Those of the ids that deleted records had. @param resource its path. */
export async function selectRetiredIds(
  transaction: Transaction,
  resource: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM retired_ids
    WHERE resource = ${resource} AND id = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`;
  return found.map(({ id }) => id);
}

/** Runs `work` at a savepoint: when it throws, its changes are undone and the transaction continues. */
export async function atomically<Result>(transaction: Transaction, work: () => Promise<Result>): Promise<Result> {
  await transaction.$executeRawUnsafe("SAVEPOINT attempt");
  try {
    const result = await work();
    await transaction.$executeRawUnsafe("RELEASE SAVEPOINT attempt");
    return result;
  } catch (error) {
    await transaction.$executeRawUnsafe("ROLLBACK TO SAVEPOINT attempt");
    throw error;
  }
}

/** PostgreSQL can't store a NUL or half of a surrogate pair, so no row has such an id. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
