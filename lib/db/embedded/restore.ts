import "server-only";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { carryAccessOver, countSignInCapabilities, isSuccessorOf, readAccessRows, type AccessRows } from "./access.ts";
import { copy, copySecret, withEmbeddedDatabase, secretFile, type Backup } from "./backups.ts";
import { migrate } from "../migrate.ts";
import { lockFolder } from "./folder-lock.ts";

/** Who has access after a restore: according to the present database, or, when it can't say, to the backup. */
export type AccessAfterRestore =
  | ({ from: "present" } & Awaited<ReturnType<typeof carryAccessOver>>)
  | ({ from: "backup"; why: string } & Awaited<ReturnType<typeof countSignInCapabilities>>);

/**
 * Copies a backup beside the embedded database, migrates it, ends its sessions, and applies the present access rules to
 * it. No other process opens the database until `end`.
 *
 * @throws DatabaseUnavailableError while another process holds the folder, and when the backup is of a newer version;
 * nothing is changed then.
 */
export async function prepareRestore(dataDir: string, { folder }: Backup) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir);
  const [database, incoming] = [path.join(dataDir, "postgres"), path.join(dataDir, "postgres.incoming")];
  /** Releases the folder, and deletes what was not put in place. */
  const end = async () => {
    rmSync(incoming, { recursive: true, force: true });
    await lock.release();
  };
  try {
    rmSync(incoming, { recursive: true, force: true });
    copy(path.join(folder, "postgres"), incoming);
    const present = await presentAccess(database);
    const access = await withEmbeddedDatabase(incoming, async (pglite): Promise<AccessAfterRestore> => {
      // A backup of an earlier version lacks tables that the steps below need.
      await migrateEmbedded(pglite, incoming);
      for (const table of usedUp) await pglite.query(`DELETE FROM ${table}`);
      await startUpdatesOver(pglite);
      const isLater = typeof present !== "string" && isSuccessorOf(present, await readAccessRows(pglite));
      if (isLater) return { from: "present", ...(await carryAccessOver(pglite, present)) };
      const why = typeof present === "string" ? present : "the database there is not a later state of the backup";
      return { from: "backup", why, ...(await countSignInCapabilities(pglite)) };
    });
    return { access, put: () => putInPlace(dataDir, folder, incoming), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function migrateEmbedded(pglite: PGlite, place: string): Promise<void> {
  const query = async <Row extends object>(sql: string, parameters: unknown[]) =>
    (await pglite.query<Row>(sql, parameters)).rows;
  const runScript = async (script: string) => void (await pglite.exec(script));
  await migrate({ place, query, runScript }, process.cwd());
}

/** Everyone is signed out. A used link would work again, and a letter with one be sent again. */
const usedUp = ["sessions", "password_links", "mailed_links", "reset_requests", "letters", "passkey_challenges"];

/** A program that follows the updates may have changes that the backup lacks. It gets a 410, and copies all again. */
async function startUpdatesOver(pglite: PGlite): Promise<void> {
  await pglite.query("UPDATE versions SET last_change = last_change + 1000000 WHERE name = 'data'");
  await pglite.query(
    `INSERT INTO forgotten_deletions
     SELECT DISTINCT resource, (SELECT last_change FROM versions WHERE name = 'data') FROM record_changes
     ON CONFLICT (resource) DO UPDATE SET number = excluded.number`,
  );
}

/** @returns where the old database is kept; null when there was none. */
function putInPlace(dataDir: string, backup: string, incoming: string): string | null {
  const database = path.join(dataDir, "postgres");
  // The next start would take it for the copy of an interrupted start and restore it.
  rmSync(`${database}.before-start`, { recursive: true, force: true });
  const aside = existsSync(database) ? `${database}.replaced-${new Date().toISOString().replaceAll(":", "-")}` : null;
  if (aside) renameSync(database, aside);
  renameSync(incoming, database);
  writeFileSync(`${database}.complete`, "The database beside this file was restored from a backup.\n");
  if (!existsSync(path.join(dataDir, secretFile))) copySecret(backup, dataDir);
  return aside;
}

/** Reads a copy, because opening a database writes into it. @returns the reason as text when access can't be read. */
async function presentAccess(database: string): Promise<AccessRows | string> {
  if (!existsSync(path.join(database, "PG_VERSION"))) return "there is no database";
  const opened = `${database}.opened-by-restore`;
  try {
    rmSync(opened, { recursive: true, force: true });
    copy(database, opened);
    return await withEmbeddedDatabase(opened, readAccessRows);
  } catch (error) {
    return `the database there can't be read (${error instanceof Error ? error.message : String(error)})`;
  } finally {
    rmSync(opened, { recursive: true, force: true });
  }
}
