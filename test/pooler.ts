import { inject, onTestFinished } from "vitest";
import { startPgBouncer } from "../scripts/pgbouncer.mjs";
import { findPgBouncer } from "../scripts/services.mjs";
import { emptyDatabase } from "./databases.ts";

/** Whether tests can put PgBouncer in front of a PostgreSQL server here. */
export const hasPooler = inject("postgresUrl") !== null && findPgBouncer() !== undefined;

/** An empty database, and PgBouncer in transaction mode in front of it, until the end of the test. */
export async function emptyDatabaseBehindPooler(): Promise<{ direct: string; pooled: string }> {
  const database = await emptyDatabase();
  onTestFinished(() => database.remove());
  const pooler = await startPgBouncer(database.url);
  if (!pooler) throw new Error("PgBouncer is not installed here.");
  onTestFinished(() => pooler.stop());
  return { direct: database.url, pooled: pooler.url };
}
