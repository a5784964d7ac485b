import "server-only";
import { dayName } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import type { FailedRequest, RouteUsage } from "./schema.browser.ts";

export const maxFailedRequests = 100;
export const failedRequestDays = 14;
/** Stands for an unknown path, as in the access log. */
const noRoute = "none";

/** What is added to a key's use of one route on one UTC day. */
export type RouteUse = RouteUsage & { key_id: string };

export type FailedKeyRequest = FailedRequest & { key_id: string };

/**
 * Adds uses and failed requests in one statement, ignores keys that have been deleted, and deletes the older failed
 * requests of a key that has too many. Instances that delete the same rows skip them instead of waiting.
 */
const writeSql = `
WITH used AS (
  INSERT INTO route_usage AS usage (key_id, day, route, status_2xx, status_3xx, status_4xx, status_5xx, counted)
  SELECT given.key_id, given.date, COALESCE(given.route, '${noRoute}'),
    sum(given."2xx"), sum(given."3xx"), sum(given."4xx"), sum(given."5xx"), sum(given.counted)
  FROM jsonb_to_recordset($1::jsonb) AS given
    (key_id text, date date, route text, "2xx" int, "3xx" int, "4xx" int, "5xx" int, counted int)
  JOIN api_keys ON api_keys.id = given.key_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (key_id, day, route) DO UPDATE SET
    status_2xx = usage.status_2xx + EXCLUDED.status_2xx,
    status_3xx = usage.status_3xx + EXCLUDED.status_3xx,
    status_4xx = usage.status_4xx + EXCLUDED.status_4xx,
    status_5xx = usage.status_5xx + EXCLUDED.status_5xx,
    counted = usage.counted + EXCLUDED.counted
), given AS (
  SELECT given.* FROM ROWS FROM (
    jsonb_to_recordset($2::jsonb) AS
      (key_id text, at timestamptz, request_id text, method text, route text, status int, why text, user_agent text, address text)
  ) WITH ORDINALITY AS given (key_id, at, request_id, method, route, status, why, user_agent, address, position)
  JOIN api_keys ON api_keys.id = given.key_id
), failed AS (
  INSERT INTO failed_requests (key_id, at, request_id, method, route, status, why, user_agent, address)
  SELECT key_id, at, request_id, method, COALESCE(route, '${noRoute}'), status, why, user_agent, address
  FROM given ORDER BY position
), added AS (
  SELECT key_id, count(*) AS count FROM given GROUP BY key_id
), ranked AS (
  SELECT id, row_number() OVER (PARTITION BY key_id ORDER BY at DESC, id DESC) + added.count AS age_rank
  FROM failed_requests JOIN added USING (key_id)
)
DELETE FROM failed_requests WHERE id IN (
  SELECT failed_requests.id FROM failed_requests JOIN ranked USING (id) WHERE age_rank > ${maxFailedRequests}
  FOR UPDATE OF failed_requests SKIP LOCKED
)`;

export async function writeKeyRequests(
  database: Database,
  uses: readonly RouteUse[],
  failures: readonly FailedKeyRequest[],
): Promise<void> {
  await database.query(writeSql, [JSON.stringify(uses), JSON.stringify(failures)]);
}

/** A key's use by route between two days (since 1970-01-01), inclusive; the oldest first, then by route. */
export function readRouteUsage(
  database: Database,
  keyId: string,
  [first, last]: [number, number],
): Promise<RouteUsage[]> {
  return database.query<RouteUsage>(
    `SELECT day::text AS date, NULLIF(route, '${noRoute}') AS route,
       status_2xx AS "2xx", status_3xx AS "3xx", status_4xx AS "4xx", status_5xx AS "5xx", counted
     FROM route_usage WHERE key_id = $1 AND day BETWEEN $2::date AND $3::date ORDER BY day, route COLLATE "C"`,
    [keyId, dayName(first), dayName(last)],
  );
}

/** The last failed requests of a key, the latest first. @param requestId all when absent. */
export async function readFailedRequests(
  database: Database,
  keyId: string,
  requestId: string | null,
): Promise<FailedRequest[]> {
  const rows = await database.query<Omit<FailedRequest, "at"> & { at: Date }>(
    `SELECT at, request_id, method, NULLIF(route, '${noRoute}') AS route, status, why, user_agent, address
     FROM (
       SELECT * FROM failed_requests
       WHERE key_id = $1 AND at >= clock_timestamp() - make_interval(days => $2::int)
       ORDER BY at DESC, id DESC LIMIT ${maxFailedRequests}
     ) AS latest
     WHERE $3::text IS NULL OR request_id = $3::text ORDER BY at DESC, id DESC`,
    [keyId, failedRequestDays, requestId],
  );
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
}
