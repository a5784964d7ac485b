import "server-only";
import { createHash } from "node:crypto";
import type { Database, Prepared } from "../db/database.ts";
import { columnList } from "../db/rows.ts";
import { memoize } from "../core/memoize.browser.ts";
import type { FlatRecord } from "../core/json.browser.ts";

/*
 * The last change of every record, numbered by the triggers of the resources' tables (contract §16). A change's number is
 * given while its transaction holds the row of the version, so a reader who sees a number also sees every lower one.
 */

/** A resource's path, its table, and the columns of a row. */
export interface ChangedTable {
  readonly path: string;
  readonly name: string;
  readonly columns: readonly string[];
}

export interface RecordChange {
  /** The path of the record's resource. */
  resource: string;
  id: string;
  number: number;
  /** When it was changed: ISO 8601 in UTC. */
  changed_at: string;
  /** Null when the record was deleted. */
  row: FlatRecord | null;
  merged_into: string | null;
}

/** A row as it is read, with the number and the time of its last change. */
export type ReadRow = Pick<RecordChange, "number" | "changed_at"> & { row: FlatRecord };

export interface RecordChanges {
  /** In the order of their numbers. */
  changes: RecordChange[];
  /** The version of the data. */
  version: number;
  /** The number of the last change of any record. */
  last: number;
  /** When staff last changed a record: ISO 8601 in UTC; null when the activity log is empty. */
  edited_at: string | null;
  /** The highest number of a deletion in these tables that is no longer kept; 0 when there is none. */
  forgotten: number;
}

/** The first changes after a number, with the rows as they are now. One statement, so that all of it is one state. */
export async function readRecordChanges(
  database: Pick<Database, "prepare">,
  tables: readonly ChangedTable[],
  { after, limit }: { after: number; limit: number },
): Promise<RecordChanges> {
  const paths = JSON.stringify(tables.map(({ path }) => path));
  const [[found] = []] = await preparedFor(database, tables)([paths, String(after), String(limit)]);
  // The statement built this JSON.
  return JSON.parse(found ?? "{}") as RecordChanges;
}

const statementsOf = memoize((_database: Pick<Database, "prepare">) => new Map<string, Prepared>());

/** The statement for these tables. It is planned once, because planning takes longer than reading a few changes. */
function preparedFor(database: Pick<Database, "prepare">, tables: readonly ChangedTable[]): Prepared {
  const sql = recordChangesSql(tables);
  const statements = statementsOf(database);
  // PostgreSQL keeps 63 bytes of a name.
  const name = `record_changes_${createHash("sha256").update(sql).digest("hex").slice(0, 16)}`;
  const statement = statements.get(name) ?? database.prepare(name, sql);
  statements.set(name, statement);
  return statement;
}

function recordChangesSql(tables: readonly ChangedTable[]): string {
  const rows = tables.map(
    ({ path, name, columns }) =>
      `WHEN '${path}' THEN (SELECT row_to_json(one) FROM (SELECT ${columnList(columns)} FROM ${name} WHERE id = change.id) AS one)`,
  );
  return `SELECT json_build_object(
       'version', (SELECT value FROM versions WHERE name = 'data'),
       'last', (SELECT last_change FROM versions WHERE name = 'data'),
       'edited_at', (SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         FROM activity ORDER BY id DESC LIMIT 1),
       'forgotten', (SELECT coalesce(max(number), 0) FROM forgotten_deletions
         WHERE resource IN (SELECT jsonb_array_elements_text($1::jsonb))),
       'changes', (SELECT coalesce(json_agg(listed ORDER BY listed.number), '[]') FROM (
         SELECT resource, id, number,
           to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed_at,
           CASE WHEN is_deleted THEN NULL ELSE CASE resource ${rows.join(" ")} END END AS row,
           CASE WHEN is_deleted THEN (
             SELECT CASE WHEN entry.after IS NULL THEN entry.merged_into END FROM activity AS entry
             WHERE entry.resource = change.resource AND entry.record_id = change.id ORDER BY entry.id DESC LIMIT 1
           ) END AS merged_into
         FROM (
           SELECT next.* FROM jsonb_array_elements_text($1::jsonb) AS wanted (resource) CROSS JOIN LATERAL (
             SELECT resource, id, number, changed_at, is_deleted FROM record_changes
             WHERE record_changes.resource = wanted.resource AND number > $2::text::bigint
             ORDER BY number LIMIT $3::text::int
           ) AS next ORDER BY number LIMIT $3::text::int
         ) AS change
       ) AS listed)
     )::text`;
}

/** The number of the last change of any record. */
export async function readLastNumber({ query }: Pick<Database, "query">): Promise<number> {
  const [version] = await query<{ last: string }>(
    "SELECT last_change::text AS last FROM versions WHERE name = 'data'",
    [],
  );
  return Number(version?.last ?? 0);
}

/** The latest changes of these resources on or after a day in UTC, the newest first, and the last number of any. */
export async function readLatestChanges(
  database: Pick<Database, "query">,
  paths: readonly string[],
  since: string,
  limit: number,
) {
  const latest = await database.query<Pick<RecordChange, "number" | "changed_at">>(
    `SELECT number::float8 AS number, to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed_at
     FROM unnest($1::text[]) AS wanted (resource) CROSS JOIN LATERAL (
       SELECT number, changed_at FROM record_changes
       WHERE record_changes.resource = wanted.resource ORDER BY number DESC LIMIT $3::int
     ) AS changes
     WHERE changed_at >= $2::text::timestamptz ORDER BY number DESC LIMIT $3::int`,
    [paths, since, limit],
  );
  return { latest, last: await readLastNumber(database) };
}

/**
 * A page of the rows of a resource, in the order of their ids. It comes as one JSON text, because decoding each value
 * takes several times as long. The limit makes PostgreSQL find each change by its key: it would read the changes of the
 * whole resource for each page.
 *
 * @param after only rows whose id comes after this one; empty: from the first.
 */
export async function readRowsPage(
  { query }: Pick<Database, "query">,
  { path, name, columns }: ChangedTable,
  after: string,
  limit: number,
): Promise<ReadRow[]> {
  const [found] = await query<{ page: string }>(
    `SELECT coalesce(json_agg(one ORDER BY one.id), '[]')::text AS page FROM (
       SELECT stored.id, row_to_json(stored) AS row, coalesce(number, 0) AS number,
         to_char(coalesce(changed_at, 'epoch') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed_at
       FROM (SELECT ${columnList(columns)} FROM ${name} WHERE id > $1 ORDER BY id LIMIT $2::text::int) AS stored
       LEFT JOIN LATERAL (
         SELECT number, changed_at FROM record_changes WHERE resource = $3 AND id = stored.id LIMIT 1
       ) AS change ON true
     ) AS one`,
    [after, String(limit), path],
  );
  // The statement above built this JSON.
  return JSON.parse(found?.page ?? "[]") as ReadRow[];
}

/** Deletes deletions older than `days`, but not the highest number of a resource, without waiting for a change. */
export async function forgetDeletions({ query }: Pick<Database, "query">, days: number): Promise<void> {
  await query(
    `WITH old AS (
       SELECT resource, id FROM record_changes
       WHERE is_deleted AND changed_at < now() - make_interval(days => $1::text::int) FOR UPDATE SKIP LOCKED
     ), forgotten AS (
       DELETE FROM record_changes USING old
       WHERE record_changes.resource = old.resource AND record_changes.id = old.id
       RETURNING record_changes.resource, record_changes.number
     )
     INSERT INTO forgotten_deletions (resource, number)
     SELECT resource, max(number) FROM forgotten GROUP BY resource
     ON CONFLICT (resource) DO UPDATE SET number = greatest(forgotten_deletions.number, excluded.number)`,
    [String(days)],
  );
}
