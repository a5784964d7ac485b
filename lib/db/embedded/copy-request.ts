import "server-only";
import { readdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { z } from "zod";
import { DatabaseUnavailableError } from "../connect.ts";
import { localAddress } from "./folder-lock.ts";

/** How long the others had to wait, in milliseconds. */
export interface Copied {
  heldMilliseconds: number;
}

const answerSchema = z.union([z.object({ heldMilliseconds: z.number() }), z.object({ error: z.string() })]);
const longestLine = 200;

/** Where copies of a data folder are put. */
export function copiesFolder(dataDir: string): string {
  return path.join(dataDir, "backups");
}

/**
 * Lets other processes of this machine ask the one that has a data folder for a copy of it. Whoever asks
 * names an empty folder among the copies: only who may write in the data folder can have made it.
 */
export async function answerCopyRequests(
  dataDir: string,
  copy: (target: string) => Promise<Copied>,
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
 * @returns null when no process has it.
 * @throws DatabaseUnavailableError when it can't.
 */
export async function askForCopy(dataDir: string, name: string): Promise<Copied | null> {
  const said = await ask(localAddress(dataDir, "copies"), name);
  if (said === null) return null;
  const answer = answerSchema.safeParse(parse(said));
  if (!answer.success) throw new DatabaseUnavailableError("The running service ended before the copy was made.");
  if ("error" in answer.data)
    throw new DatabaseUnavailableError(`The running service made no copy: ${answer.data.error}`);
  return answer.data;
}

async function answerOne(
  dataDir: string,
  name: string,
  copy: (target: string) => Promise<Copied>,
): Promise<Copied | { error: string }> {
  try {
    const target = path.join(copiesFolder(dataDir), name);
    if (!/^\w[\w.-]*$/.test(name) || readdirSync(target).length > 0) return { error: "It names no empty folder." };
    return await copy(target);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** A process that asks and is killed meanwhile would leave its copy for good. */
async function copyFor(socket: Socket, target: string, copy: (target: string) => Promise<Copied>): Promise<Copied> {
  try {
    return await copy(target);
  } finally {
    // That it has gone is known when what has arrived is read.
    await new Promise((resolve) => setImmediate(resolve));
    if (socket.destroyed) rmSync(target, { recursive: true, force: true });
  }
}

/** Empty when none comes. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (piece) => {
      text += String(piece);
      if (!text.includes("\n") && text.length <= longestLine) return;
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function listen(server: Server, address: string): Promise<void> {
  // Where it is a file it may have outlived its process; the folder is ours by now.
  if (process.platform !== "linux" && process.platform !== "win32") rmSync(address, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, resolve);
  });
}
