import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync, cpSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundleOptions, root, buildPages } from "../scripts/build.mjs";
import { launchProgram, watch, launchServer } from "./program.ts";
import { embeddedTemplate, nodeFlags } from "./embedded-template.ts";
import { newFolderPath } from "./databases.ts";

/** An instance of the service in its own process. */
export interface Instance {
  url: string;
  /** Its log so far, without the access log. */
  readonly log: { level: string; msg: string }[];
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Stops it with SIGTERM, as an operator does. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL, like a power failure. */
  kill(): Promise<void>;
}

const outdir = path.join(root, ".build", `testing-${process.pid}`);
let building: Promise<unknown> | undefined;

export async function startInstance(settings: Record<string, string>): Promise<Instance> {
  building ??= build({ ...bundleOptions(["test/instance-program.ts"]), outdir });
  await building;
  const program = watch(
    spawn(process.execPath, [...nodeFlags, path.join(outdir, "instance-program.js")], {
      cwd: root,
      env: { PATH: process.env["PATH"], NODE_ENV: "test", PORT: "0", ...settings },
    }),
  );
  const url = await program.says(/^served on (\S+)\n/m);
  const end = async (signal: NodeJS.Signals) => {
    program.kill(signal);
    await program.ended;
  };
  return {
    url,
    get log() {
      const lines = program.output().match(/^\{.*\}$/gm) ?? [];
      const said = lines.map((line) => JSON.parse(line) as Instance["log"][number] & { route?: string });
      return said.filter(({ route }) => route === undefined);
    },
    get: (target, init) => fetch(url + target, init),
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

/** Runs the bridge in its own process, because the test's process is busy. */
export async function startBridgeProcess(
  redisPort: number,
): Promise<{ settings: Record<string, string>; close(): Promise<void> }> {
  const token = randomUUID();
  const flags = ["--port", "0", "--redis", `127.0.0.1:${redisPort}`, "--token", token];
  const program = launchProgram("upstash-bridge", {}, flags);
  const url = await program.says(/http:\S+/);
  return {
    settings: { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token },
    close: async () => {
      program.kill("SIGTERM");
      await program.ended;
    },
  };
}

/** For `afterAll`: removes the bundle. */
export function removeBundle(): void {
  building = undefined;
  rmSync(outdir, { recursive: true, force: true });
}

/** The service as `npm start` runs it, including Next, with its own database in which `members` have accounts. */
export interface RealService {
  origin: string;
  /** Its output so far. */
  readonly lines: string[];
  stop(): Promise<void>;
}

export async function startRealService(settings: Record<string, string>): Promise<RealService> {
  // Otherwise only the API and sign-in would answer yet.
  buildPages();
  const { folder, remove } = newFolderPath();
  cpSync(embeddedTemplate({ hasMembers: true }), folder, { recursive: true, preserveTimestamps: true });
  // Each test is a separate client, by its forwarded address.
  const server = await launchServer({ DATA_DIR: folder, CLIENT_ADDRESS: "forwarded:1", ...settings });
  return {
    origin: server.url,
    get lines() {
      return server.output().split("\n");
    },
    stop: async () => {
      server.kill("SIGTERM");
      await server.ended;
      remove();
    },
  };
}
