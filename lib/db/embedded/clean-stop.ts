import "server-only";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Records the state of a folder at a clean stop, so that the next start can tell whether it was changed since. */
export function recordCleanStop(folder: string): void {
  writeFileSync(noteOf(folder), stateOf(folder));
}

/**
 * Whether every file is as the last clean stop left it. If so, the record is deleted, because it holds only until the
 * database is opened again.
 */
export function isUnchangedSinceStop(folder: string): boolean {
  const note = noteOf(folder);
  if (!existsSync(note) || !existsSync(folder)) return false;
  if (readFileSync(note, "utf8") !== stateOf(folder)) return false;
  rmSync(note);
  return true;
}

function noteOf(folder: string): string {
  return `${folder}.stopped`;
}

/** Hashes names, sizes and modification times (in milliseconds, because copies keep no finer times). */
function stateOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const lines = files.map((file) => {
    const { size, mtimeMs, mode } = statSync(path.join(folder, file));
    const isFile = (mode & 0o170000) === 0o100000;
    return isFile ? `${file} ${size} ${Math.round(mtimeMs)}` : file;
  });
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
