import "server-only";
import { constants, cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { isUnchangedSinceStop } from "./folder-lock.ts";
import { DatabaseUnavailableError } from "../database.ts";

/**
 * Opens an existing database. When it differs from its last clean stop, all of it is read first. PostgreSQL writes as
 * soon as it opens, even into damaged files, so the folder is copied before and put back if it turns out damaged; a
 * rescue then starts from the original state.
 *
 * @throws DatabaseUnavailableError naming the damage, or the lack of room for the copy.
 */
export async function openChecked(folder: string, open: () => Promise<PGlite>): Promise<PGlite> {
  const copy = `${folder}.before-start`;
  if (!existsSync(folder) && existsSync(copy)) renameSync(copy, folder);
  refusePartsMissing(folder);
  if (isUnchangedSinceStop(folder)) return open();
  rmSync(copy, { recursive: true, force: true });
  copyOrThrow(folder, copy);
  let pglite: PGlite | undefined;
  try {
    pglite = await open();
    await readAllRows(pglite);
  } catch (error) {
    await pglite?.close().catch(() => undefined);
    putBack(folder, copy);
    throw damagedError(folder, error instanceof Error ? error.message : String(error));
  }
  rmSync(copy, { recursive: true, force: true });
  return pglite;
}

function copyOrThrow(folder: string, copy: string): void {
  try {
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailableError(
      `The embedded database in ${folder} was not stopped cleanly, and can't be copied before it is opened: ${reason}. ` +
        "Free as much disk space as the database takes, and start again. Nothing was changed.",
    );
  }
}

/** With parts missing, PGlite would create a new database over the rest of the old one. */
function refusePartsMissing(folder: string): void {
  const controlFileBytes = 8192;
  const problem = !existsSync(folder)
    ? "the folder is missing"
    : !existsSync(path.join(folder, "PG_VERSION"))
      ? "PG_VERSION is missing"
      : !existsSync(path.join(folder, "base"))
        ? "base/ is missing"
        : statSync(path.join(folder, "global", "pg_control"), { throwIfNoEntry: false })?.size !== controlFileBytes
          ? "global/pg_control is missing or cut short"
          : null;
  if (problem) throw damagedError(folder, problem);
}

/** Reads every table, to find damage before a request does. @returns the number of rows of each table. */
export async function readAllRows(pglite: PGlite): Promise<Record<string, number>> {
  const { rows } = await pglite.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: found } = await pglite.query<{ count: number }>(`SELECT count(t.*::text) FROM ${name} AS t`);
    counts[name] = found[0]?.count ?? 0;
  }
  return counts;
}

/** Renames, so that an interruption leaves one of the two complete, in its place or beside it. */
function putBack(folder: string, copy: string): void {
  const opened = `${folder}.opened`;
  rmSync(opened, { recursive: true, force: true });
  renameSync(folder, opened);
  renameSync(copy, folder);
  rmSync(opened, { recursive: true, force: true });
}

function damagedError(folder: string, problem: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The embedded database in ${folder} is damaged and was left as it is: ${problem}. ` +
      "Put a backup in its place, or set DATA_DIR to another folder to start with an empty database.",
  );
}
