import "server-only";
import type { Client } from "pg";
import { log } from "../core/log.ts";
import { DatabaseUnavailableError } from "./database.ts";
import { setLocalSql, unlimitedSettings } from "./session-settings.ts";

/** Arbitrary, but the same for every instance. */
const startLock = 7_305_081_962;
const retryMilliseconds = 200;
const usualWait = { reportSeconds: 5, maxSeconds: 60 };

/**
 * Takes the lock for migrations until the transaction that this begins on `client` ends. It is a transaction's lock,
 * because a pooler would keep a session's after the end of this process.
 *
 * @param wait how often it logs that another instance has the lock, and how long it waits.
 * @throws DatabaseUnavailableError when another instance still has the lock then.
 */
export async function takeStartLock(client: Client, place: string, wait = usualWait): Promise<void> {
  const startedAt = performance.now();
  for (let reported = 0; ;) {
    await client.query(`BEGIN; ${setLocalSql(unlimitedSettings)}`);
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS taken", [
      startLock,
    ]);
    if (rows[0]?.taken) return;
    await client.query("ROLLBACK");
    const seconds = Math.floor((performance.now() - startedAt) / 1000);
    if (seconds >= wait.maxSeconds) throw stillLocked(place, seconds);
    if (seconds >= reported + wait.reportSeconds) {
      reported = seconds;
      log.warn(`Another instance prepares the database ${place}. This one has waited for ${seconds} seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
  }
}

function stillLocked(place: string, seconds: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `Another instance has prepared the database ${place} for more than ${seconds} seconds. ` +
      "Start this one again when it is done. If no instance is at work, end the session that holds the lock: " +
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND " +
      // Locks of this kind belong to one database, but the view shows those of all databases of the server.
      "database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND " +
      `(classid::bigint << 32) + objid::bigint = ${startLock}`,
  );
}
