import "server-only";
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";

/** File systems record times in steps, some of whole seconds. */
const clockMarginMilliseconds = 2_000;
const filesAtOnce = 4;

/**
 * Copies a folder that is in use, so that the copy shows it at one moment. First everything is copied while writers
 * continue; then `hold` stops the writers while what has changed since is copied again.
 *
 * @param to an empty folder, or one that does not exist.
 */
export async function copyInTwoSteps(
  from: string,
  to: string,
  hold: (work: () => void) => Promise<void>,
): Promise<void> {
  const since = Date.now() - clockMarginMilliseconds;
  const { folders, files } = contents(from);
  for (const folder of ["", ...folders]) mkdirSync(path.join(to, folder), { recursive: true, mode: 0o700 });
  await copyMeanwhile(from, to, files);
  await hold(() => copyChanged(from, to, since));
}

/** Runs synchronously: no request can be answered before it ends anyway, and yielding would only prolong it. */
function copyChanged(from: string, to: string, since: number): void {
  const { folders, files } = contents(from);
  const copied = new Set(contents(to).files);
  for (const folder of folders) mkdirSync(path.join(to, folder), { recursive: true, mode: 0o700 });
  for (const file of files) {
    const isNew = !copied.delete(file);
    // A rename keeps the modification time, but updates the change time.
    const { mtimeMs, ctimeMs } = statSync(path.join(from, file));
    if (isNew || Math.max(mtimeMs, ctimeMs) >= since)
      copyFileSync(path.join(from, file), path.join(to, file), constants.COPYFILE_FICLONE);
  }
  for (const file of copied) rmSync(path.join(to, file));
}

/** Includes folders, even empty ones, because PostgreSQL needs them. */
function contents(folder: string): { folders: string[]; files: string[] } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const place = (entry: { parentPath: string; name: string }) =>
    path.relative(folder, path.join(entry.parentPath, entry.name));
  return {
    folders: entries.filter((entry) => entry.isDirectory()).map(place),
    files: entries.filter((entry) => entry.isFile()).map(place),
  };
}

async function copyMeanwhile(from: string, to: string, files: readonly string[]): Promise<void> {
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
      await copyOne(path.join(from, file), path.join(to, file));
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
}

async function copyOne(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    // The file was deleted during the first step; the second step handles that.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
