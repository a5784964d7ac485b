import "server-only";
import { dayName } from "../../core/clock.ts";
import { arrayText, type Cell, type Database } from "../../db/database.ts";
import type { Versions } from "./limiter.ts";

/** The requests of each subject that are to be counted. */
export type Sums = ReadonlyMap<string, { readonly times: number; readonly limit: number }>;

/** The requests of a bucket on one day. */
export interface Count {
  readonly allowed: number;
  readonly refused: number;
}

export interface CountedBucket extends Count {
  readonly subject: string;
  /** How many of the given requests were admitted; together with `allowed` it gives each of them its rank. */
  readonly granted: number;
}

export interface CountResult {
  readonly versions: Versions;
  readonly buckets: readonly CountedBucket[];
}

/** The statements that count in the table `daily_usage`. Both also return the versions. */
export function prepareCountStatements(database: Database) {
  const count = database.prepare("count_hits", countSql);
  const look = database.prepare("look_at_buckets", lookSql);
  return {
    /** Counts in one statement. The row lock makes the count exact, the commit durable. */
    count: async (sums: Sums, day: number): Promise<CountResult> => {
      const all = [...sums.values()];
      const texts = [[...sums.keys()], all.map(({ times }) => times), all.map(({ limit }) => limit)].map(arrayText);
      return readRows(await count([...texts, dayName(day)]));
    },
    /** Reads the counts of the subjects that have any. */
    look: async (subjects: readonly string[], day: number): Promise<CountResult> =>
      readRows(await look([arrayText(subjects), dayName(day)])),
  };
}

const versionsSql = `
FROM (
  SELECT max(value) FILTER (WHERE name = 'data') AS data, max(value) FILTER (WHERE name = 'keys') AS keys FROM versions
) AS versions`;

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
  RETURNING subject, allowed, refused, granted
)
SELECT versions.data, versions.keys, counted.subject, counted.allowed, counted.refused, counted.granted
${versionsSql} LEFT JOIN counted ON true`;

const lookSql = `
SELECT versions.data, versions.keys, usage.subject, usage.allowed, usage.refused, 0 AS granted
${versionsSql} LEFT JOIN daily_usage AS usage ON usage.day = $2::date AND usage.subject = ANY($1::text[])`;

/** Without a bucket there is one row, whose subject is null. */
function readRows(rows: Cell[][]): CountResult {
  const [first] = rows;
  if (!first) throw new Error("The table of versions is empty.");
  const buckets = rows.flatMap(([, , subject, allowed, refused, granted]) =>
    typeof subject === "string"
      ? [{ subject, allowed: Number(allowed), refused: Number(refused), granted: Number(granted) }]
      : [],
  );
  return { versions: { data: Number(first[0]), keys: Number(first[1]) }, buckets };
}
