import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { createInterface } from "node:readline";
import { embeddedTemplate } from "../scripts/embedded-template.mjs";
import { newFolderPath } from "./databases.ts";
import { withoutEnvFiles } from "../scripts/env-files.mjs";
import { nodeFlags } from "./node.ts";

/** The service as `npm start` runs it, including Next, with its own database in which `members` have accounts. */
export interface RealService {
  origin: string;
  /** Its output at the start. */
  lines: string[];
  stop(): Promise<void>;
}

export async function startRealService(settings: Record<string, string>): Promise<RealService> {
  const { folder, remove } = newFolderPath();
  cpSync(embeddedTemplate({ hasMembers: true }), folder, { recursive: true, preserveTimestamps: true });
  const service = spawn(process.execPath, [...nodeFlags, "scripts/run.mjs", "server"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      ...withoutEnvFiles,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: folder,
      // Each test is a separate client, by its forwarded address.
      CLIENT_ADDRESS: "forwarded:1",
      ...settings,
    },
  });
  const ended = once(service, "exit");
  const stop = async () => {
    service.kill("SIGTERM");
    await ended;
    remove();
  };

  const lines: string[] = [];
  const output = createInterface(service.stdout);
  const address = await new Promise<string | undefined>((resolve) => {
    output.on("line", (line) => {
      lines.push(line);
      const found = /served on (http:\/\/\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    output.once("close", () => resolve(undefined));
  });
  if (address) return { origin: address, lines, stop };
  await stop();
  throw new Error("The service ended before it was ready; its output is above.");
}
