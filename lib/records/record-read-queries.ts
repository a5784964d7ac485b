import "server-only";
import { dayName, utcDay, type Clock } from "../core/clock.ts";
import { log } from "../core/log.ts";
import type { Database } from "../db/database.ts";

const flushMilliseconds = 30_000;
/** For how long the counts of a day are kept. */
export const readDays = 30;

/**
 * Counts how often shows and productions are read, for staff: the page of a show, and the API. It counts in memory, and
 * writes now and then: a killed process loses what it has not written.
 */
export function createReadCounter(database: Database, now: Clock) {
  /** By day and path. There are as many paths as records that were found. A day is named when it is written. */
  let counts = new Map<string, { day: number; path: string; count: number }>();
  let lastWrite: Promise<void> = Promise.resolve();

  /** Resolves when everything counted so far is in the database, or could not be written. Never throws. */
  const flush = () => (lastWrite = lastWrite.then(write));
  const timer = setInterval(() => void flush(), flushMilliseconds).unref();

  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const written = counts;
    counts = new Map();
    // In one order, because instances write the same rows.
    const rows = [...written.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { day, path, count }]) => ({ day: dayName(day), path, count }));
    await database
      .query(
        `INSERT INTO record_reads AS reads (path, day, count)
         SELECT path, day, count FROM jsonb_to_recordset($1::jsonb) AS given (path text, day date, count int)
         ON CONFLICT (path, day) DO UPDATE SET count = reads.count + EXCLUDED.count`,
        [JSON.stringify(rows)],
      )
      .catch((error: unknown) => log.warn({ err: error }, "How often records were read can't be written."));
  }

  return {
    flush,
    /** Counts the response to who is not staff, if it is about one record. @param segments of its path, decoded. */
    add: (segments: readonly string[], status: number): void => {
      const [resource, id] = segments[0] === "api" ? segments.slice(1, 3) : segments;
      if (status >= 400 || id === undefined || (resource !== "shows" && resource !== "productions")) return;
      const path = `${resource}/${id}`;
      const day = utcDay(now());
      const place = `${day} ${path}`;
      const known = counts.get(place);
      if (known) known.count += 1;
      else counts.set(place, { day, path, count: 1 });
    },
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

/** How often each record was read on the last `days` days, this one included, by path: `shows/hamilton`. */
export async function readsOfDays(database: Database, now: number, days: number): Promise<Map<string, number>> {
  const rows = await database.query<{ path: string; count: number }>(
    "SELECT path, sum(count)::int AS count FROM record_reads WHERE day > $1::date GROUP BY path",
    [dayName(utcDay(now) - days)],
  );
  return new Map(rows.map(({ path, count }) => [path, count]));
}

/** Deletes what is older than its retention, by the database's clock. */
export async function deleteOldReads(database: Database): Promise<void> {
  await database.query("DELETE FROM record_reads WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int", [readDays]);
}
