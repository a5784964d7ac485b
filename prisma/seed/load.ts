import "server-only";
import type { Database } from "../../lib/db/database.ts";
import { insertRows } from "../../lib/db/rows.ts";
import { datasetTables, readDataset } from "./dataset.ts";

/**
 * Loads the West End dataset into a database whose tables for it are empty, in one transaction.
 *
 * @throws Error where a table has no room for a row: two of the dataset are one.
 */
export async function seedWhenEmpty(database: Database, root: string, say: (line: string) => void): Promise<void> {
  const names = datasetTables(root);
  if (!(await areEmpty(database, names))) return;
  const dataset = readDataset(root);
  const tables = await inOrderOfReference(database, names);
  const startedAt = performance.now();
  const parts = tables.map((table) => ({ table, rows: dataset[table] ?? [] }));
  const counts = parts.map(({ table, rows }) => `${rows.length} ${table.replace("_", " ")}`);
  say(`Loading the West End dataset: ${counts.join(", ")} …`);
  await database.prisma.$transaction(
    async (transaction) => {
      for (const { table, rows } of parts) {
        const inserted = await insertRows(
          transaction,
          { name: table, columns: Object.keys(rows[0] ?? {}) },
          JSON.stringify(rows),
        );
        if (inserted.length < rows.length) throw new Error(`prisma/seed/${table}.json has a record twice.`);
      }
    },
    { timeout: 60_000, maxWait: 10_000 },
  );
  say(`Loaded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** What is referred to before what refers to it. */
async function inOrderOfReference({ query }: Database, tables: readonly string[]): Promise<string[]> {
  const ordered = await query<{ name: string }>(
    `WITH RECURSIVE reached (name, depth) AS (
       SELECT name, 0 FROM unnest($1::text[]) AS name
       UNION
       SELECT conrelid::regclass::text, depth + 1 FROM reached
       JOIN pg_constraint ON contype = 'f' AND confrelid = name::regclass AND conrelid <> confrelid
     )
     SELECT name FROM reached WHERE name = ANY ($1::text[]) GROUP BY name ORDER BY max(depth), name`,
    [tables],
  );
  return ordered.map(({ name }) => name);
}

async function areEmpty({ query }: Database, tables: readonly string[]): Promise<boolean> {
  const [row] = await query<{ is_empty: boolean }>(
    `SELECT NOT (${tables.map((table) => `EXISTS (SELECT FROM ${table})`).join(" OR ")}) AS is_empty`,
    [],
  );
  return row?.is_empty ?? false;
}
