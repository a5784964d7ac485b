import "server-only";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { Page } from "../db/rows.ts";
import { withTimeout } from "../timeout.ts";

/** As many rows as a database reads, and we unpack, without keeping everybody else waiting. */
const rowsAtOnce = 500;
/** The first page of many is a small one: in a service that has just started all of this takes ten times as long. */
const rowsAtFirst = 100;
/** A caller is told within three seconds when the database does not answer (contract §8). */
const timeoutMilliseconds = 2_000;
const triesBetweenWrites = 2;

/** Reads one page of a table. */
export type PageReader<Row> = (prisma: Prisma.TransactionClient, page: Page) => Promise<Row[]>;

/**
 * All rows of a table as they were at one moment, read a page at a time. A table of one page is one
 * statement.
 *
 * @throws whatever the database does, and when it does not answer.
 */
export async function readAllPages<Row extends { id: string }>(
  prisma: PrismaClient,
  read: PageReader<Row>,
): Promise<Row[]> {
  const first = await runAfterYield(() => read(prisma, { after: "", limit: rowsAtOnce }));
  if (first.length < rowsAtOnce) return first;
  const [rows] = await readConsistently<[Row]>(prisma, [read]);
  return rows;
}

/**
 * All rows of several tables as they were at one moment, read a page at a time: read again when somebody
 * wrote meanwhile, and at last in a transaction that sees one moment only: embedded, nothing else is asked
 * as long as that one is open.
 *
 * @throws as `readAllPages`.
 */
export async function readConsistently<Rows extends { id: string }[]>(
  prisma: PrismaClient,
  readers: { [Table in keyof Rows]: PageReader<Rows[Table]> },
): Promise<{ [Table in keyof Rows]: Rows[Table][] }> {
  const readAll = async (from: Prisma.TransactionClient) => {
    const tables: unknown[] = [];
    for (const read of readers) tables.push(await readPages(from, read));
    // In the readers' order, which the compiler does not follow through a loop.
    return tables as { [Table in keyof Rows]: Rows[Table][] };
  };
  for (let tries = 0; tries < triesBetweenWrites; tries += 1) {
    const before = await dataVersion(prisma);
    const tables = await readAll(prisma);
    if ((await dataVersion(prisma)) === before) return tables;
  }
  return prisma.$transaction(readAll, { isolationLevel: "RepeatableRead" });
}

async function readPages<Row extends { id: string }>(
  prisma: Prisma.TransactionClient,
  read: PageReader<Row>,
): Promise<Row[]> {
  const pages: Row[][] = [];
  let next: Page | null = { after: "", limit: rowsAtFirst };
  while (next) {
    const wanted: Page = next;
    const page = await runAfterYield(() => read(prisma, wanted));
    pages.push(page);
    const last = page.length < wanted.limit ? undefined : page.at(-1);
    next = last ? { after: last.id, limit: rowsAtOnce } : null;
  }
  return pages.flat();
}

async function dataVersion(prisma: PrismaClient): Promise<bigint> {
  return (await runAfterYield(() => prisma.version.findUniqueOrThrow({ where: { name: "data" } }))).value;
}

/** Asks when others have had their turn: the embedded database answers one question after the other without giving it away. */
async function runAfterYield<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  await new Promise((resolve) => setImmediate(resolve));
  return withTimeout(timeoutMilliseconds, read());
}

/** Gives the row that another names by its id. */
export function indexById<Row extends { id: string }>(rows: Row[]): (id: string) => Row {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = byId.get(id);
    // The database lets nobody name what is not there.
    if (!row) throw new Error(`A record names ${id}, which is nowhere.`);
    return row;
  };
}
