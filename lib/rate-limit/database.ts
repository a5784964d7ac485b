import "server-only";
import { dayName, utcDay, type Clock } from "../clock.ts";
import type { Database } from "../db/connect.ts";
import { gather } from "../gather.ts";
import type { Bucket, Limiter, Tally, Versions } from "./limiter.ts";

interface Hit {
  bucket: Bucket;
  times: number;
}

interface CountedRow {
  data: number;
  keys: number;
  subject: string | null;
  allowed: number;
  granted: number;
}

/**
 * Counts in the database: the hits that arrive while a statement is under way go out as
 * one upsert (group commit), which also brings back the versions. A row's lock makes it
 * exact, its commit durable.
 */
export function databaseLimiter(database: Database, now: Clock): Limiter {
  const count = gather((hits: Hit[]) => countAll(database, hits, utcDay(now())));
  const look = gather((buckets: Bucket[]) => lookAtAll(database, buckets, utcDay(now())));
  return {
    hit: (bucket, times = 1) => count({ bucket, times }),
    peek: look,
  };
}

/** `granted` is how many of the last statement's hits were admitted: with `allowed` it gives each hit its place. */
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

async function countAll(database: Database, hits: Hit[], day: number): Promise<Tally[]> {
  const sums = new Map<string, { hits: number; limit: number }>();
  for (const { bucket, times } of hits) {
    const sum = sums.get(bucket.subject) ?? { hits: 0, limit: bucket.limit };
    sum.hits += times;
    sums.set(bucket.subject, sum);
  }
  const all = [...sums.values()];
  const rows = await database.query<CountedRow>(countSql, [
    [...sums.keys()],
    all.map((sum) => sum.hits),
    all.map((sum) => sum.limit),
    dayName(day),
  ]);
  return handOut(hits, rows, day);
}

/** Gives each hit its own place in what its bucket was granted, in the order of arrival. */
function handOut(hits: Hit[], rows: CountedRow[], day: number): Tally[] {
  const versions = versionsOf(rows);
  const left = new Map(rows.map((row) => [row.subject, { granted: row.granted, used: row.allowed - row.granted }]));
  return hits.map(({ bucket, times }) => {
    const place = left.get(bucket.subject);
    if (!place) throw new Error("The database counted a request but did not say how.");
    const isAdmitted = place.granted >= times;
    const taken = Math.min(place.granted, times);
    place.granted -= taken;
    place.used += taken;
    return { isAdmitted, remaining: isAdmitted ? Math.max(0, bucket.limit - place.used) : 0, day, versions };
  });
}

const lookSql = `
SELECT versions.data, versions.keys, usage.subject, usage.allowed, 0 AS granted
FROM (
  SELECT max(value) FILTER (WHERE name = 'data') AS data, max(value) FILTER (WHERE name = 'keys') AS keys FROM versions
) AS versions
LEFT JOIN daily_usage AS usage ON usage.day = $2::date AND usage.subject = ANY($1::text[])`;

async function lookAtAll(database: Database, buckets: Bucket[], day: number): Promise<Tally[]> {
  const subjects = [...new Set(buckets.map((bucket) => bucket.subject))];
  const rows = await database.query<CountedRow>(lookSql, [subjects, dayName(day)]);
  const versions = versionsOf(rows);
  const allowed = new Map(rows.map((row) => [row.subject, row.allowed]));
  return buckets.map(({ subject, limit }) => {
    const remaining = Math.max(0, limit - (allowed.get(subject) ?? 0));
    return { isAdmitted: remaining > 0, remaining, day, versions };
  });
}

function versionsOf(rows: CountedRow[]): Versions {
  const [row] = rows;
  if (!row) throw new Error("The table of versions is empty.");
  return { data: Number(row.data), keys: Number(row.keys) };
}
