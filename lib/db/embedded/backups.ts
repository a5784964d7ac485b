import "server-only";
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { z } from "zod";
import { DatabaseUnavailableError } from "../database.ts";
import { replayCounts } from "./count-journal/count-journal.ts";
import { requestCopy, copiesFolder, type CopyResult } from "./copy-request.ts";
import { readAllRows } from "./integrity-check.ts";
import { lockFolder } from "./folder-lock.ts";

const kept = 3;
export const secretFile = "session-secret";
const note = "backup.json";
const noteSchema = z.object({ made_at: z.iso.datetime(), rows: z.record(z.string(), z.int()) });

/** A copy of the embedded database that has been opened and read in full. */
export interface Backup {
  readonly name: string;
  readonly folder: string;
  readonly madeAt: string;
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Copies the embedded database, whether the service runs or not; opens and reads the whole copy; then deletes all but
 * the three newest backups.
 *
 * @throws DatabaseUnavailableError when there is no database or the copy is damaged; no copy is left then.
 */
export async function makeBackup(dataDir: string): Promise<Backup & CopyResult> {
  if (!existsSync(path.join(dataDir, "postgres.complete")))
    throw new DatabaseUnavailableError(`There is no embedded database in ${dataDir}. Set DATA_DIR to where it is.`);
  const copies = copiesFolder(dataDir);
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(copies).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    throw new DatabaseUnavailableError("Another backup is in progress. Try again when it has finished.");
  });
  try {
    removeParts(copies);
    return await makeLocked(dataDir);
  } finally {
    // A service may still have written for a killed backup while this one waited for it.
    removeParts(copies);
    await lock.release();
  }
}

async function makeLocked(dataDir: string): Promise<Backup & CopyResult> {
  const madeAt = new Date().toISOString();
  const name = madeAt.replaceAll(":", "-");
  const part = path.join(copiesFolder(dataDir), `${name}.part`);
  const forget = removeAtSignals(part);
  try {
    mkdirSync(part, { mode: 0o700 });
    const copied = (await requestCopy(dataDir, path.basename(part))) ?? (await copyUnused(dataDir, part));
    const rows = await rowsOf(path.join(part, "postgres"));
    writeFileSync(path.join(part, note), `${JSON.stringify({ made_at: madeAt, rows }, null, 2)}\n`);
    makePrivate(part);
    const folder = path.join(copiesFolder(dataDir), name);
    renameSync(part, folder);
    for (const old of listBackups(dataDir).slice(kept)) rmSync(old.folder, { recursive: true });
    return { name, folder, madeAt, rows, ...copied };
  } finally {
    forget();
  }
}

/** Only the process that holds the folder's lock makes a copy, so any other part was left by a killed process. */
function removeParts(copies: string): void {
  for (const name of readdirSync(copies)) if (name.endsWith(".part")) remove(path.join(copies, name));
}

/** @returns the function to call once the folder is in its final place. */
function removeAtSignals(folder: string): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const stop = (signal: NodeJS.Signals) => {
    forget();
    try {
      remove(folder);
    } finally {
      process.kill(process.pid, signal);
    }
  };
  const forget = () => {
    for (const signal of signals) process.off(signal, stop);
  };
  for (const signal of signals) process.on(signal, stop);
  return forget;
}

/** Retries, because a service may still write into it. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** PGlite makes its files readable for every user. */
function makePrivate(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
}

/** Newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = copiesFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((name) => readBackup(path.join(folder, name)) ?? []);
}

/** Null when there is none. */
export function readBackup(folder: string): Backup | null {
  const file = path.join(folder, note);
  if (folder.endsWith(".part") || !existsSync(file)) return null;
  const { made_at: madeAt, rows } = noteSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return { name: path.basename(folder), folder, madeAt, rows };
}

/** Copies the session secret, which belongs to the data: without it all users are signed out. */
export function copySecret(dataDir: string, target: string): void {
  const secret = path.join(dataDir, secretFile);
  if (existsSync(secret)) copy(secret, path.join(target, secretFile));
}

async function copyUnused(dataDir: string, target: string): Promise<CopyResult> {
  const lock = await lockFolder(dataDir);
  try {
    copy(path.join(dataDir, "postgres"), path.join(target, "postgres"));
    copySecret(dataDir, target);
    return { heldMilliseconds: 0 };
  } finally {
    await lock.release();
  }
}

/** Opening the copy also recovers it: a copy of a running database looks like one whose process was killed. */
async function rowsOf(folder: string): Promise<Record<string, number>> {
  try {
    return await withEmbeddedDatabase(folder, readAllRows);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailableError(`The copy can't be opened and was deleted: ${reason}`);
  }
}

/** Opens a database that no other process uses, for the duration of `work`. */
export async function withEmbeddedDatabase<Result>(
  folder: string,
  work: (pglite: PGlite) => Promise<Result>,
): Promise<Result> {
  let pglite: PGlite | undefined;
  try {
    pglite = await PGlite.create(folder, { relaxedDurability: false });
    await replayCounts(pglite, folder);
    return await work(pglite);
  } finally {
    await pglite?.close().catch(() => undefined);
  }
}

/** Shares file blocks where the file system can. */
export function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE });
}
