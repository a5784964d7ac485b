import "server-only";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import type { Page } from "../db/rows.ts";
import { readMilliseconds, withTimeout } from "../core/timeout.ts";

/** Small enough that reading and decoding one page does not delay other requests. */
export const rowsAtOnce = 500;
/** The first page is smaller, because the code runs ten times slower just after the start. */
export const rowsAtFirst = 100;
const triesBetweenWrites = 2;

/** Reads one page of a table. */
export type PageReader<Row> = (prisma: Prisma.TransactionClient, page: Page) => Promise<Row[]>;

/**
 * Reads all rows of a table, page by page and consistent as of one moment. If a write interferes, it reads again, and
 * finally in a repeatable-read transaction. That is the last resort, because the embedded database runs nothing else
 * while a transaction is open. A table of one page takes one statement.
 *
 * @throws the database's error, or an error on timeout.
 */
export async function readAllPages<Row extends { id: string }>(
  prisma: PrismaClient,
  read: PageReader<Row>,
): Promise<Row[]> {
  const first = await runAfterYield(() => read(prisma, { after: "", limit: rowsAtOnce }));
  if (first.length < rowsAtOnce) return first;
  for (let tries = 0; tries < triesBetweenWrites; tries += 1) {
    const before = await dataVersion(prisma);
    const rows = await readPages(prisma, read);
    if ((await dataVersion(prisma)) === before) return rows;
  }
  return prisma.$transaction((transaction) => readPages(transaction, read), { isolationLevel: "RepeatableRead" });
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

/** Yields before each statement, because the embedded database runs queued statements without yielding to the event loop. */
async function runAfterYield<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  await new Promise((resolve) => setImmediate(resolve));
  return withTimeout(readMilliseconds, read());
}
