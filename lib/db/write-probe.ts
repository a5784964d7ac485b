import "server-only";
import { performance } from "node:perf_hooks";
import type { Database } from "./database.ts";
import { isStorageFailure } from "./errors.ts";

const intervalMilliseconds = 5_000;
/** Exceeds the `work_mem` below, so that PostgreSQL spills to a temporary file. */
const spilledRows = 10_000;

/** Whether the database can store anything; it is asked once in five seconds, and an error of the driver is thrown. */
export function createWriteProbe(database: Database): () => Promise<boolean> {
  let answer = Promise.resolve(true);
  let validUntil = 0;
  return () => {
    const now = performance.now();
    if (now < validUntil) return answer;
    validUntil = now + intervalMilliseconds;
    answer = tryToStore(database);
    answer.catch(() => (validUntil = 0));
    return answer;
  };
}

/** A temporary file needs room on the same disk as the tables, and leaves neither rows nor log. */
async function tryToStore({ prisma }: Database): Promise<boolean> {
  try {
    const [, rows] = await prisma.$transaction([
      prisma.$executeRaw`SET LOCAL work_mem = '64kB'`,
      prisma.$queryRaw<{ is_read_only: boolean }[]>`
        SELECT current_setting('transaction_read_only') = 'on' AS is_read_only, count(*)
        FROM generate_series(1, ${spilledRows}::int)`,
    ]);
    return rows[0]?.is_read_only === false;
  } catch (error) {
    if (isStorageFailure(error)) return false;
    throw error;
  }
}
