import "server-only";
import { dayName } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import type { Bucket, Limiter } from "./limiter.ts";

export const historyDays = 400;
/** Addresses are personal data, so they are kept only as long as counting needs them. Allowances expire just as early. */
const countingDays = 1;
/** About 50,000 rows, which take a fraction of the statement timeout. */
const pagesPerRun = 500;

/** Deletes old usage by the database's clock, some pages per statement: none takes long, and what is done stays. */
export async function deleteOldUsage(database: Database, pages = pagesPerRun): Promise<void> {
  const [table] = await database.query<{ pages: number }>(
    "SELECT (pg_relation_size('daily_usage') / current_setting('block_size')::int)::int AS pages",
    [],
  );
  for (let page = 0; page < (table?.pages ?? 0); page += pages) {
    await database.query(
      `DELETE FROM daily_usage WHERE ctid >= $1::tid AND ctid < $2::tid AND (
         day < (now() AT TIME ZONE 'UTC')::date - $3::int
         OR (day < (now() AT TIME ZONE 'UTC')::date - $4::int AND (subject LIKE 'ip:%' OR subject LIKE '% %')))`,
      [`(${page},0)`, `(${page + pages},0)`, historyDays, countingDays],
    );
  }
}

/** The requests of one subject on one day, as stored. */
export interface RecordedDay {
  /** Days since 1970-01-01. */
  day: number;
  allowed: number;
  refused: number;
}

/** The stored usage of a subject between two days, inclusive; a day without requests has no entry. */
export async function recordedDays(
  database: Database,
  subject: string,
  [first, last]: [number, number],
): Promise<RecordedDay[]> {
  return database.query<RecordedDay>(
    `SELECT day - '1970-01-01'::date AS day, allowed, refused FROM daily_usage
     WHERE subject = $1 AND day BETWEEN $2::date AND $3::date`,
    [subject, dayName(first), dayName(last)],
  );
}

interface Use extends RecordedDay {
  bucket: Bucket;
}

/**
 * A limiter whose store forgets each day, with the history of its keys and accounts in the database. `flush` writes the
 * buffered counts, or waits for a write in progress; a killed process loses those since the last write.
 */
export function withHistory(limiter: Limiter, database: Database): Limiter & { flush(): Promise<void> } {
  let uses = new Map<string, Use>();
  /** One at a time: a slow database must not get ten concurrent writes. */
  let flushing: Promise<void> | null = null;

  function record(bucket: Bucket, day: number, isAdmitted: boolean): void {
    // Addresses have no history, and neither have counts per minute.
    if (bucket.tier === "public" || bucket.subject.includes(" ")) return;
    const name = `${bucket.subject} ${day}`;
    const use = uses.get(name) ?? { bucket, day, allowed: 0, refused: 0 };
    // Its limit may have changed.
    use.bucket = bucket;
    if (isAdmitted) use.allowed += 1;
    else use.refused += 1;
    uses.set(name, use);
  }

  async function flush(): Promise<void> {
    const written = uses;
    uses = new Map();
    try {
      await addUse(database, [...written.values()]);
    } catch (error) {
      for (const [name, use] of written) {
        const since = uses.get(name) ?? { ...use, allowed: 0, refused: 0 };
        since.allowed += use.allowed;
        since.refused += use.refused;
        uses.set(name, since);
      }
      throw error;
    }
  }

  return {
    hit: (bucket) =>
      limiter.hit(bucket).then((result) => {
        record(bucket, result.day, result.isAdmitted);
        return result;
      }),
    peek: (bucket) => limiter.peek(bucket),
    flush: () => (flushing ??= flush().finally(() => (flushing = null))),
  };
}

async function addUse(database: Database, uses: Use[]): Promise<void> {
  if (uses.length === 0) return;
  const rows = uses.map(({ bucket: { subject, limit }, day, allowed, refused }) => {
    return { subject, day: dayName(day), daily_limit: limit, allowed, refused };
  });
  await database.query(
    `INSERT INTO daily_usage AS usage (subject, day, daily_limit, allowed, refused, granted)
     SELECT subject, day, daily_limit, allowed, refused, 0 FROM jsonb_populate_recordset(NULL::daily_usage, $1::jsonb)
     ORDER BY subject, day
     ON CONFLICT (subject, day) DO UPDATE SET
       daily_limit = EXCLUDED.daily_limit,
       allowed = usage.allowed + EXCLUDED.allowed,
       refused = usage.refused + EXCLUDED.refused`,
    [JSON.stringify(rows)],
  );
}
