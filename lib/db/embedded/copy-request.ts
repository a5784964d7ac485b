import "server-only";
import { once } from "node:events";
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { parseJson } from "../../core/json.browser.ts";
import { DatabaseUnavailableError } from "../database.ts";
import { listenLocally, localAddress } from "./folder-lock.ts";

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
      await copyFile(path.join(from, file), path.join(to, file), constants.COPYFILE_FICLONE).catch((error: unknown) => {
        // The file was deleted during the first step; the second step handles that.
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      });
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
}

/** How long writers had to wait, in milliseconds. */
export interface CopyResult {
  heldMilliseconds: number;
}

const answerSchema = z.union([z.object({ heldMilliseconds: z.number() }), z.object({ error: z.string() })]);
const maxLine = 200;

export function copiesFolder(dataDir: string): string {
  return path.join(dataDir, "backups");
}

/**
 * Lets other processes on this machine ask the process that holds a data folder for a copy. The request names an empty
 * folder among the copies, which proves that the sender may write in the data folder.
 */
export async function answerCopyRequests(
  dataDir: string,
  copy: (target: string) => Promise<CopyResult>,
): Promise<{ close: () => Promise<void> }> {
  let before: Promise<unknown> = Promise.resolve();
  const address = localAddress(dataDir, "copies");
  // A socket file can outlive its process; this process holds the folder now.
  if (process.platform !== "linux" && process.platform !== "win32") rmSync(address, { force: true });
  const server = await listenLocally(address, (socket) => {
    void readLine(socket).then(async (name) => {
      const answer = before.then(() => answerOne(dataDir, name, socket, copy));
      before = answer;
      socket.end(JSON.stringify(await answer));
    });
  });
  return {
    close: async () => {
      await before;
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Has the process with `dataDir` copy it to `backups/<name>`; null: there is none. @throws DatabaseUnavailableError */
export async function requestCopy(dataDir: string, name: string): Promise<CopyResult | null> {
  const reply = await ask(localAddress(dataDir, "copies"), name);
  if (reply === null) return null;
  const answer = answerSchema.safeParse(parseJson(reply));
  if (!answer.success) throw new DatabaseUnavailableError("The running service ended before the copy was made.");
  if ("error" in answer.data)
    throw new DatabaseUnavailableError(`The running service could not make the copy: ${answer.data.error}`);
  return answer.data;
}

async function answerOne(
  dataDir: string,
  name: string,
  socket: Socket,
  copy: (target: string) => Promise<CopyResult>,
): Promise<CopyResult | { error: string }> {
  try {
    const target = path.join(copiesFolder(dataDir), name);
    if (!/^\w[\w.-]*$/.test(name) || readdirSync(target).length > 0)
      return { error: "The request names no empty folder." };
    try {
      return await copy(target);
    } finally {
      // A closed connection is noticed only when its input is read.
      await new Promise((resolve) => setImmediate(resolve));
      // The asking process has been killed meanwhile.
      if (socket.destroyed) rmSync(target, { recursive: true, force: true });
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Empty when no line arrives. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let line = "";
    socket.setEncoding("utf8");
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (piece) => {
      line += String(piece);
      if (!line.includes("\n") && line.length <= maxLine) return;
      socket.setTimeout(0);
      resolve(line.split("\n", 1)[0] ?? "");
    });
    socket.on("close", () => resolve(""));
  });
}

async function ask(address: string, line: string): Promise<string | null> {
  const socket = connect(address);
  if (!(await once(socket, "connect").catch(() => null))) return null;
  socket.write(`${line}\n`);
  return text(socket).catch(() => "");
}
