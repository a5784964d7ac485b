import "server-only";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Says of a folder how it was left, so that the next start sees whether anybody touched it since. */
export function noteCleanStop(folder: string): void {
  writeFileSync(noteOf(folder), stateOf(folder));
}

/**
 * Whether every file is as the last stop left it. If so, the note is gone afterwards: it holds
 * only until the database is opened again.
 */
export function isAsItWasLeft(folder: string): boolean {
  const note = noteOf(folder);
  if (!existsSync(note) || !existsSync(folder)) return false;
  if (readFileSync(note, "utf8") !== stateOf(folder)) return false;
  rmSync(note);
  return true;
}

function noteOf(folder: string): string {
  return `${folder}.stopped`;
}

/** Names, sizes and times of change (in milliseconds: a copy keeps no more), as one hash. */
function stateOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const lines = files.map((file) => {
    const { size, mtimeMs, mode } = statSync(path.join(folder, file));
    const isFile = (mode & 0o170000) === 0o100000;
    return isFile ? `${file} ${size} ${Math.round(mtimeMs)}` : file;
  });
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
