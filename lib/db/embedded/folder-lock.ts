import "server-only";
import { createHash } from "node:crypto";
import { realpathSync, rmSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { DatabaseUnavailableError } from "../database.ts";

/**
 * Locks a folder for this process. The lock is a listening local socket: the kernel releases it when the process ends
 * for any reason, and a process that connects to it is told the holder.
 *
 * @throws DatabaseUnavailableError naming the holder, within two seconds.
 */
export async function lockFolder(folder: string): Promise<{ release: () => Promise<void> }> {
  const address = localAddress(folder, "lock");
  const server = await listenLocally(address, nameHolder).catch(async (error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    const holder = await whoHolds(address);
    if (holder) throw held(folder, holder);
    // Only a socket file can outlive its process.
    rmSync(address, { force: true });
    return listenLocally(address, nameHolder);
  });
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** On Linux an abstract socket, which leaves no file; elsewhere a named pipe, or a socket in the folder. */
export function localAddress(folder: string, use: "lock" | "copies"): string {
  const hash = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);
  const name = use === "lock" ? hash : `${use}-${hash}`;
  if (process.platform === "linux") return `\0theatre-listings-${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\theatre-listings-${name}`;
  return path.join(folder, use);
}

/** Answers each connection at the address, as long as this process has other work. */
export async function listenLocally(address: string, answer: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    answer(socket);
  });
  // Without a free file descriptor a connection is refused, and the process goes on.
  server
    .unref()
    .on("error", () => undefined)
    .listen(address);
  await once(server, "listening");
  return server;
}

function nameHolder(socket: Socket): void {
  socket.end(`process ${process.pid}, started ${startedAt} in ${process.cwd()}`);
}

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

/** Null when no process answers at the address. */
async function whoHolds(address: string): Promise<string | null> {
  const socket = connect(address);
  socket.setTimeout(1000, () => socket.destroy());
  try {
    return (await text(socket)) || "another process";
  } catch {
    return socket.errored ? null : "a process that does not answer";
  }
}

function held(folder: string, holder: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The data in ${folder} is in use by ${holder}. ` +
      "Stop that process first, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL server for several instances.",
  );
}

/** Records the state of a folder at a clean stop, so that the next start can tell whether it was changed since. */
export function recordCleanStop(folder: string): void {
  writeFileSync(noteOf(folder), stateOf(folder));
}

/** Whether every file is as the last clean stop left it. If so, its record, which holds only until now, is deleted. */
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
