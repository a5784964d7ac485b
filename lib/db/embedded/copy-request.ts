import "server-only";
import { readdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { z } from "zod";
import { parseJson } from "../../core/json.browser.ts";
import { DatabaseUnavailableError } from "../database.ts";
import { localAddress } from "./folder-lock.ts";

/** How long writers had to wait, in milliseconds. */
export interface CopyResult {
  heldMilliseconds: number;
}

const answerSchema = z.union([z.object({ heldMilliseconds: z.number() }), z.object({ error: z.string() })]);
const maxLine = 200;

/** The folder that holds the copies. */
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
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    void readLine(socket).then(async (name) => {
      const answer = before.then(() => answerOne(dataDir, name, (target) => copyFor(socket, target, copy)));
      before = answer;
      socket.end(JSON.stringify(await answer));
    });
  });
  server.unref();
  await listen(server, localAddress(dataDir, "copies"));
  return {
    close: async () => {
      await before;
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Asks the process that has `dataDir` to copy it into `backups/<name>`.
 *
 * @returns null when no process holds it.
 * @throws DatabaseUnavailableError when the process can't make the copy.
 */
export async function requestCopy(dataDir: string, name: string): Promise<CopyResult | null> {
  const said = await ask(localAddress(dataDir, "copies"), name);
  if (said === null) return null;
  const answer = answerSchema.safeParse(parseJson(said));
  if (!answer.success) throw new DatabaseUnavailableError("The running service ended before the copy was made.");
  if ("error" in answer.data)
    throw new DatabaseUnavailableError(`The running service could not make the copy: ${answer.data.error}`);
  return answer.data;
}

async function answerOne(
  dataDir: string,
  name: string,
  copy: (target: string) => Promise<CopyResult>,
): Promise<CopyResult | { error: string }> {
  try {
    const target = path.join(copiesFolder(dataDir), name);
    if (!/^\w[\w.-]*$/.test(name) || readdirSync(target).length > 0)
      return { error: "The request names no empty folder." };
    return await copy(target);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Removes the copy when the asking process has been killed meanwhile. */
async function copyFor(
  socket: Socket,
  target: string,
  copy: (target: string) => Promise<CopyResult>,
): Promise<CopyResult> {
  try {
    return await copy(target);
  } finally {
    // A closed connection is noticed only when its input is read.
    await new Promise((resolve) => setImmediate(resolve));
    if (socket.destroyed) rmSync(target, { recursive: true, force: true });
  }
}

/** Empty when no line arrives. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (piece) => {
      text += String(piece);
      if (!text.includes("\n") && text.length <= maxLine) return;
      socket.setTimeout(0);
      resolve(text.split("\n", 1)[0] ?? "");
    });
    socket.on("close", () => resolve(""));
  });
}

function ask(address: string, line: string): Promise<string | null> {
  return new Promise((resolve) => {
    let said = "";
    let isThere = false;
    const socket = connect(address, () => {
      isThere = true;
      socket.write(`${line}\n`);
    });
    socket.setEncoding("utf8");
    socket.on("data", (text) => (said += String(text)));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(isThere ? said : null));
  });
}

async function listen(server: Server, address: string): Promise<void> {
  // A socket file can outlive its process; this process holds the folder now.
  if (process.platform !== "linux" && process.platform !== "win32") rmSync(address, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, resolve);
  });
}
