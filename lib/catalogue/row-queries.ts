import "server-only";
import type { FlatRecord } from "../core/json.browser.ts";
import type { Database } from "../db/database.ts";
import { columnList } from "../db/rows.ts";
import type { CatalogueDefinition } from "./definition.ts";

/** A row as it is read, with the number and the time of its last change. */
export interface ReadRow {
  readonly row: FlatRecord;
  readonly number: number;
  /** ISO 8601 in UTC. */
  readonly changed_at: string;
}

/** The number of the last change of any record. */
export async function readLastNumber({ query }: Pick<Database, "query">): Promise<number> {
  const [version] = await query<{ last: string }>(
    "SELECT last_change::text AS last FROM versions WHERE name = 'data'",
    [],
  );
  return Number(version?.last ?? 0);
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
  { path, repository: { name, columns } }: CatalogueDefinition,
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
