import "server-only";
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";

/** File systems tell the time in steps, and some only in seconds. */
const clockMarginMilliseconds = 2_000;
const filesAtOnce = 4;

/**
 * Copies a folder that is written to, so that the copy is as the folder was at one moment. First
 * everything is copied, whatever happens meanwhile; then `hold` keeps the writers away for as long as
 * it takes to copy again what has changed since.
 *
 * @param to an empty folder, or none.
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

/** In one go: nobody can be answered before it is over, so it is over sooner without giving the turn away. */
function copyChanged(from: string, to: string, since: number): void {
  const { folders, files } = contents(from);
  const copied = new Set(contents(to).files);
  for (const folder of folders) mkdirSync(path.join(to, folder), { recursive: true, mode: 0o700 });
  for (const file of files) {
    const isNew = !copied.delete(file);
    // A rename keeps the time of the last writing, but not that of the last change.
    const { mtimeMs, ctimeMs } = statSync(path.join(from, file));
    if (isNew || Math.max(mtimeMs, ctimeMs) >= since)
      copyFileSync(path.join(from, file), path.join(to, file), constants.COPYFILE_FICLONE);
  }
  for (const file of copied) rmSync(path.join(to, file));
}

/** The folders too, the empty ones among them: PostgreSQL wants them. */
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
    // It went while the first step was under way; the second knows.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
