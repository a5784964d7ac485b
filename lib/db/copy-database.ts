import "server-only";
import { DatabaseUnavailableError, type Database, type Transaction } from "./database.ts";
import type { PrismaClient } from "./generated/client.ts";

const rowsPerBatch = 1_000;
const maxMilliseconds = 6 * 3_600_000;
const migrations = "_prisma_migrations";
/** Migrations and triggers write their rows, so they are copied last and replaced. */
const replaced = ["record_changes", "versions"];

/**
 * Copies all rows and sequence positions into a migrated, empty database in one transaction, then compares both.
 *
 * @returns the number of rows of each table.
 * @throws DatabaseUnavailableError when the target is not empty or differs after the copy; the target is then unchanged.
 */
export async function copyDatabase(source: Database, target: Database): Promise<Record<string, number>> {
  return target.prisma.$transaction(
    async (to) => {
      const tables = await tablesOf(source.prisma);
      await requireEmpty(to, tables, target.place);
      const counts: Record<string, number> = {};
      for (const table of tables) {
        if (replaced.includes(table)) await to.$executeRawUnsafe(`DELETE FROM ${table}`);
        await copyTable(source.prisma, to, table);
        const [here, there] = [await tableCounts(source.prisma, table), await tableCounts(to, table)];
        if (here.rows !== there.rows || here.fingerprint !== there.fingerprint)
          throw new DatabaseUnavailableError(
            `The copy of ${table} differs: ${here.rows} rows in the source, ${there.rows} in the target. Nothing was copied.`,
          );
        counts[table] = here.rows;
      }
      await copySequences(source.prisma, to);
      return counts;
    },
    { timeout: maxMilliseconds, maxWait: 10_000 },
  );
}

/** Tables in the order of their references: each comes after those it refers to. */
async function tablesOf(source: PrismaClient): Promise<string[]> {
  const found = await source.$queryRawUnsafe<{ name: string; refers_to: string[] }[]>(
    `SELECT relname::text AS name, ARRAY(
       SELECT confrelid::regclass::text FROM pg_constraint
       WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid
     ) AS refers_to
     FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> $1 ORDER BY relname`,
    migrations,
  );
  const waiting = found.filter(({ name }) => !replaced.includes(name));
  const ordered: string[] = [];
  while (waiting.length > 0) {
    const ready = waiting.findIndex(({ refers_to }) => refers_to.every((name) => ordered.includes(name)));
    if (ready < 0) throw new Error("Tables have circular references.");
    ordered.push(...waiting.splice(ready, 1).map(({ name }) => name));
  }
  return [...ordered, ...replaced];
}

async function requireEmpty(to: Transaction, tables: readonly string[], place: string): Promise<void> {
  for (const table of tables.filter((name) => !replaced.includes(name))) {
    const { rows } = await tableCounts(to, table);
    if (rows > 0)
      throw new DatabaseUnavailableError(
        `The database at ${place} is not empty: ${table} has ${rows} rows. Use an empty database.`,
      );
  }
}

/** Rows travel as JSON text that this program never parses, so no number or date is rounded. */
async function copyTable(source: PrismaClient, to: Transaction, table: string): Promise<void> {
  const columns = await columnsOf(source, table);
  await source.$transaction(
    async (from) => {
      await from.$executeRawUnsafe(
        `DECLARE every CURSOR FOR SELECT row_to_json(one)::text AS row FROM ${table} AS one`,
      );
      for (;;) {
        const rows = await from.$queryRawUnsafe<{ row: string }[]>(`FETCH ${rowsPerBatch} FROM every`);
        if (rows.length === 0) return;
        await to.$executeRawUnsafe(
          `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
          `[${rows.map(({ row }) => row).join(",")}]`,
        );
      }
    },
    { timeout: maxMilliseconds },
  );
}

async function columnsOf(source: PrismaClient, table: string): Promise<string> {
  const columns = await source.$queryRawUnsafe<{ name: string }[]>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    table,
  );
  return columns.map(({ name }) => name).join(", ");
}

/** How many rows a table has, and a fingerprint of their content. */
async function tableCounts(database: Transaction, table: string) {
  const [found] = await database.$queryRawUnsafe<{ rows: number; fingerprint: string }[]>(
    `SELECT count(*)::int AS rows, coalesce(md5(string_agg(hash, '' ORDER BY hash COLLATE "C")), '') AS fingerprint
     FROM (SELECT md5(row_to_json(one)::text) AS hash FROM ${table} AS one) AS hashes`,
  );
  return found ?? { rows: 0, fingerprint: "" };
}

async function copySequences(source: PrismaClient, to: Transaction): Promise<void> {
  const sequences = await source.$queryRawUnsafe<{ name: string }[]>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of sequences) {
    const [sequence] = await source.$queryRawUnsafe<{ last: string; called: boolean }[]>(
      `SELECT last_value::text AS last, is_called AS called FROM ${name}`,
    );
    if (sequence)
      await to.$executeRawUnsafe(
        "SELECT setval($1::regclass, $2::text::bigint, $3)",
        name,
        sequence.last,
        sequence.called,
      );
  }
}
