import "server-only";
import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
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
  hold: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const since = Date.now() - clockMarginMilliseconds;
  await copyFiles(from, to, await filesUnder(from));
  await hold(async () => {
    const files = await filesUnder(from);
    const copied = new Set(await filesUnder(to));
    const changed = await Promise.all(
      files.map(async (file) => {
        const isNew = !copied.delete(file);
        // A rename keeps the time of the last writing, but not that of the last change.
        const { mtimeMs, ctimeMs } = await stat(path.join(from, file));
        return isNew || Math.max(mtimeMs, ctimeMs) >= since ? [file] : [];
      }),
    );
    await copyFiles(from, to, changed.flat());
    await Promise.all([...copied].map((file) => rm(path.join(to, file))));
  });
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name))] : [],
  );
}

/** The folders too, the empty ones among them: PostgreSQL wants them. */
async function copyFiles(from: string, to: string, files: readonly string[]): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = path.relative(from, path.join(entry.parentPath, entry.name));
    await mkdir(path.join(to, folder), { recursive: true, mode: 0o700 });
  }
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
