import "server-only";
import type { Prisma, PrismaClient } from "../db/generated/client.ts";
import { within } from "../within.ts";

/** As many rows as a database reads, and Prisma unpacks, without keeping everybody else waiting. */
const rowsAtOnce = 1_000;
/** A caller is told within three seconds when the database does not answer (contract §8). */
const patienceMilliseconds = 2_000;
const triesBetweenWrites = 2;

/** Which rows of a table a query is to give: to be spread into its arguments. */
export interface Page {
  readonly take: number;
  readonly orderBy: { readonly id: "asc" };
  readonly where?: { readonly id: { readonly gt: string } };
}

/** Reads one page of a table. */
export type PageReader<Row> = (prisma: Prisma.TransactionClient, page: Page) => Promise<Row[]>;

/**
 * All rows of a table as they were at one moment, read a page at a time. A table of one page is one
 * statement; a longer one is read again when somebody wrote meanwhile, and at last in a transaction that
 * sees one moment only: embedded, nothing else is asked as long as that one is open.
 *
 * @throws whatever the database does, and when it does not answer.
 */
export async function readWhole<Row extends { id: string }>(
  prisma: PrismaClient,
  read: PageReader<Row>,
): Promise<Row[]> {
  const first = await within(patienceMilliseconds, read(prisma, pageAfter(null)));
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
  let last: string | null = null;
  do {
    const page: Row[] = await within(patienceMilliseconds, read(prisma, pageAfter(last)));
    pages.push(page);
    // The embedded database answers without ever giving the turn away.
    await new Promise((resolve) => setImmediate(resolve));
    last = page.length < rowsAtOnce ? null : (page.at(-1)?.id ?? null);
  } while (last !== null);
  return pages.flat();
}

function pageAfter(last: string | null): Page {
  const page = { take: rowsAtOnce, orderBy: { id: "asc" } } as const;
  return last === null ? page : { ...page, where: { id: { gt: last } } };
}

async function dataVersion(prisma: PrismaClient): Promise<bigint> {
  return (await within(patienceMilliseconds, prisma.version.findUniqueOrThrow({ where: { name: "data" } }))).value;
}
