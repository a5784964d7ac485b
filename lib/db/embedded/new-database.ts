import "server-only";
import { chmodSync, constants, cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { DatabaseUnavailableError } from "../database.ts";

/**
 * Copies the empty database that `npm run build` made into `folder`, which must not exist. Without such a build it does
 * nothing, and PGlite creates a database when it opens the folder, which takes four seconds.
 *
 * @throws DatabaseUnavailableError when there is no room; nothing is left then.
 */
export function copyNewDatabase(folder: string): void {
  const template = path.join(process.cwd(), ".build", "new-database");
  // The build writes this file last.
  if (!existsSync(path.join(template, "whole"))) return;
  try {
    cpSync(path.join(template, "postgres"), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailableError(
      `The embedded database can't be made in ${folder}: ${reason}. Free about 50 MB of disk space, and start again.`,
    );
  }
}

/** Writes what PostgreSQL's initdb makes into `folder`. */
export async function makeNewDatabase(folder: string): Promise<void> {
  const pglite = await PGlite.create(folder, { relaxedDurability: false });
  await pglite.close();
  // Root builds a container image and another user runs it, who must be able to read this.
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
