import "server-only";
import { constants, cpSync, existsSync, rmSync } from "node:fs";
import path from "node:path";
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
