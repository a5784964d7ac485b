import "server-only";
import { chmodSync, constants, cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { DatabaseUnavailableError } from "../connect.ts";

/**
 * Puts a database that holds nothing yet into `folder`, which does not exist, as `npm run build` has made it. Where that
 * was not run it does nothing, and PGlite makes one by itself when it opens the folder: four seconds of a processor.
 *
 * @throws DatabaseUnavailableError when there is no room for it; nothing is left of it then.
 */
export function copyNewDatabase(folder: string): void {
  const made = path.join(process.cwd(), ".build", "new-database");
  // Written last.
  if (!existsSync(path.join(made, "whole"))) return;
  try {
    cpSync(path.join(made, "postgres"), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailableError(
      `The embedded database can't be made in ${folder}: ${reason}. See that the disk has room for it (some 50 MB), and start anew.`,
    );
  }
}

/** What PostgreSQL's initdb makes, in `folder`. */
export async function makeNewDatabase(folder: string): Promise<void> {
  const pglite = await PGlite.create(folder, { relaxedDurability: false });
  await pglite.close();
  // An image is made by root, and run by another, who has to read it.
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
