import "server-only";
import type { Database } from "../../db/database.ts";

const minMilliseconds = 60_000;

/**
 * Takes the turn to do what timers do, by the database's clock. Of several calls at once, on any instance, one gets it:
 * each compares the time after its wait for the row. The time stands beside the versions, as the value of the name `cron`.
 *
 * @returns false when the last turn began less than a minute ago.
 */
export async function takeCronTurn(database: Database): Promise<boolean> {
  const now = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
  const taken = await database.query(
    `INSERT INTO versions AS last (name, value) VALUES ('cron', ${now})
     ON CONFLICT (name) DO UPDATE SET value = ${now}
     WHERE ${now} - last.value NOT BETWEEN 0 AND $1::int - 1
     RETURNING name`,
    [minMilliseconds],
  );
  return taken.length === 1;
}
