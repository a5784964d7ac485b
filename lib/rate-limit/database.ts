import "server-only";
import { dayName, utcDay, type Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Cell, Prepared } from "../db/database.ts";
import { batch, remoteBatchTurns, type BatchOptions } from "../batch.ts";
import type { Bucket, LimitStore, RateLimitResult, Versions } from "./limiter.ts";

interface PendingHit {
  bucket: Bucket;
  times: number;
}

/** A row of a statement's result: the count of a bucket, and the versions. */
interface Row {
  versions: Versions;
  /** Null in the single row that is returned when no bucket matches. */
  subject: string | null;
  allowed: number;
  granted: number;
}

/**
 * Counts in the database. Hits that arrive while a statement runs go into the next upsert (group commit), which also
 * returns the versions. The row lock makes the count exact, the commit durable.
 */
export function databaseLimiter(database: Database, now: Clock): LimitStore {
  const countStatement = database.prepare("count_hits", countSql);
  const lookStatement = database.prepare("look_at_buckets", peekSql);
  const known = new PeekCache(database);
  const batchOptions: BatchOptions = { turns: database.kind === "server" ? remoteBatchTurns : 1 };
  const count = batch((hits: PendingHit[]) => countAll(countStatement, hits, utcDay(now()), known), batchOptions);
  const look = batch((buckets: Bucket[]) => peekAll(lookStatement, buckets, utcDay(now()), known), batchOptions);
  return {
    hit: (bucket, times = 1) => count({ bucket, times }),
    peek: look,
  };
}

/** `granted` is the number of hits that the last statement admitted; together with `allowed` it gives each hit its rank. */
const countSql = `
WITH hit AS (
  SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) AS given(subject, hits, daily_limit)
), counted AS (
  INSERT INTO daily_usage AS usage (subject, day, daily_limit, allowed, refused, granted)
  SELECT subject, $4::date, daily_limit, LEAST(hits, daily_limit), GREATEST(hits - daily_limit, 0), LEAST(hits, daily_limit)
  FROM hit ORDER BY subject
  ON CONFLICT (subject, day) DO UPDATE SET
    daily_limit = EXCLUDED.daily_limit,
    granted = GREATEST(0, LEAST(EXCLUDED.allowed + EXCLUDED.refused, EXCLUDED.daily_limit - usage.allowed)),
    allowed = usage.allowed + GREATEST(0, LEAST(EXCLUDED.allowed + EXCLUDED.refused, EXCLUDED.daily_limit - usage.allowed)),
    refused = usage.refused + EXCLUDED.allowed + EXCLUDED.refused
      - GREATEST(0, LEAST(EXCLUDED.allowed + EXCLUDED.refused, EXCLUDED.daily_limit - usage.allowed))
  RETURNING subject, allowed, granted
)
SELECT versions.data, versions.keys, counted.subject, counted.allowed, counted.granted
FROM (
  SELECT max(value) FILTER (WHERE name = 'data') AS data, max(value) FILTER (WHERE name = 'keys') AS keys FROM versions
) AS versions LEFT JOIN counted ON true`;

async function countAll(
  statement: Prepared,
  hits: PendingHit[],
  day: number,
  known: PeekCache,
): Promise<RateLimitResult[]> {
  const sums = new Map<string, { times: number; limit: number }>();
  for (const { bucket, times } of hits) {
    const sum = sums.get(bucket.subject);
    if (sum) sum.times += times;
    else sums.set(bucket.subject, { times, limit: bucket.limit });
  }
  const all = [...sums.values()];
  const mark = known.snapshot();
  const given = await statement([
    arrayText([...sums.keys()]),
    arrayText(all.map((sum) => sum.times)),
    arrayText(all.map((sum) => sum.limit)),
    dayName(day),
  ]);
  const rows = given.map(readRow);
  known.update(mark, day, versionsOf(rows), allowedOf(rows));
  return distributeResults(hits, rows, day);
}

/** Assigns the admitted hits of each bucket in order of arrival. */
function distributeResults(hits: PendingHit[], rows: Row[], day: number): RateLimitResult[] {
  const versions = versionsOf(rows);
  const left = new Map(rows.map(({ subject, allowed, granted }) => [subject, { granted, used: allowed - granted }]));
  return hits.map(({ bucket, times }) => {
    const place = left.get(bucket.subject);
    if (!place) throw new Error("The database returned no count for a request.");
    const isAdmitted = place.granted >= times;
    const taken = Math.min(place.granted, times);
    place.granted -= taken;
    place.used += taken;
    return { isAdmitted, remaining: isAdmitted ? Math.max(0, bucket.limit - place.used) : 0, day, versions };
  });
}

const peekSql = `
SELECT versions.data, versions.keys, usage.subject, usage.allowed, 0 AS granted
FROM (
  SELECT max(value) FILTER (WHERE name = 'data') AS data, max(value) FILTER (WHERE name = 'keys') AS keys FROM versions
) AS versions
LEFT JOIN daily_usage AS usage ON usage.day = $2::date AND usage.subject = ANY($1::text[])`;

async function peekAll(
  statement: Prepared,
  buckets: Bucket[],
  day: number,
  known: PeekCache,
): Promise<RateLimitResult[]> {
  const recalled = buckets.flatMap((bucket) => known.get(bucket, day) ?? []);
  if (recalled.length === buckets.length) return recalled;
  const subjects = [...new Set(buckets.map((bucket) => bucket.subject))];
  const mark = known.snapshot();
  const rows = (await statement([arrayText(subjects), dayName(day)])).map(readRow);
  const versions = versionsOf(rows);
  const allowed = new Map([...subjects.map((subject) => [subject, 0] as const), ...allowedOf(rows)]);
  known.update(mark, day, versions, allowed);
  return buckets.map(({ subject, limit }) => {
    const remaining = Math.max(0, limit - (allowed.get(subject) ?? 0));
    return { isAdmitted: remaining > 0, remaining, day, versions };
  });
}

function readRow([data, keys, subject, allowed, granted]: Cell[]): Row {
  return {
    versions: { data: Number(data), keys: Number(keys) },
    subject: typeof subject === "string" ? subject : null,
    allowed: Number(allowed),
    granted: Number(granted),
  };
}

function allowedOf(rows: Row[]): [string, number][] {
  return rows.flatMap(({ subject, allowed }) => (subject === null ? [] : [[subject, allowed]]));
}

function versionsOf([row]: Row[]): Versions {
  if (!row) throw new Error("The table of versions is empty.");
  return row.versions;
}

const maxBuckets = 10_000;

/**
 * Caches the last count of each bucket, so that a peek needs no statement. The cache is valid only with the embedded
 * database, and only until the process does anything other than count.
 */
export class PeekCache {
  readonly #database: Database;
  readonly #allowed = new Map<string, number>();
  #versions: Versions | null = null;
  #day = 0;
  #work = -1;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Call it before a statement and pass the result to `update`. Undefined when other processes share the database. */
  snapshot(): number | undefined {
    return this.#database.workCount?.();
  }

  /** Stores the result of a statement, unless other work has changed the data since the `snapshot()` in `mark`. */
  update(mark: number | undefined, day: number, versions: Versions, allowed: Iterable<[string, number]>): void {
    if (mark === undefined || mark !== this.#database.workCount?.()) return;
    if (mark !== this.#work || day !== this.#day || this.#allowed.size >= maxBuckets) this.#allowed.clear();
    this.#work = mark;
    this.#day = day;
    this.#versions = versions;
    for (const [subject, count] of allowed) this.#allowed.set(subject, count);
  }

  get({ subject, limit }: Bucket, day: number): RateLimitResult | null {
    const allowed = this.#allowed.get(subject);
    if (allowed === undefined || day !== this.#day || this.#work !== this.#database.workCount?.()) return null;
    const remaining = Math.max(0, limit - allowed);
    return { isAdmitted: remaining > 0, remaining, day, versions: this.#versions };
  }
}

/** PostgreSQL's text form of an array (manual §8.15.6). */
function arrayText(values: readonly (string | number)[]): string {
  const quoted = values.map((value) => `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
  return `{${quoted.join(",")}}`;
}
