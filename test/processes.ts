import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { bundleOptions, root } from "../scripts/build.mjs";
import { nodeFlags } from "./node.ts";

/** An instance of the service in its own process. */
export interface Instance {
  url: string;
  /** Its log so far, without the access log. */
  log: { level: string; msg: string }[];
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
  const child = spawn(process.execPath, [...nodeFlags, path.join(outdir, "instance-program.js")], {
    cwd: root,
    env: { PATH: process.env["PATH"], NODE_ENV: "test", PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
    // Its own process group, which `end` ends.
    detached: true,
  });
  const log: Instance["log"] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = line.startsWith("{") ? (JSON.parse(line) as Instance["log"][number] & { route?: string }) : null;
      if (said && said.route === undefined) log.push(said);
      const served = /^served on (\S+)$/.exec(line)?.[1];
      if (served) resolve(served);
    });
    child.once("exit", (code) => reject(new Error(`The instance ended with code ${code} before it served.`)));
  });
  return {
    url,
    log,
    get: (target, init) => fetch(url + target, init),
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  };
}

/** Runs the bridge in its own process, because the test's process is busy. */
export async function startBridgeProcess(
  redisPort: number,
): Promise<{ settings: Record<string, string>; close(): Promise<void> }> {
  const token = randomUUID();
  const flags = ["--port", "0", "--redis", `127.0.0.1:${redisPort}`, "--token", token];
  const child = spawn(process.execPath, ["scripts/run.mjs", "upstash-bridge", ...flags], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = /http:\S+/.exec(String(line))?.[0] ?? "";
  return {
    settings: { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token },
    close: () => end(child, "SIGTERM"),
  };
}

/** For `afterAll`: removes the bundle. */
export function removeBundle(): void {
  building = undefined;
  rmSync(outdir, { recursive: true, force: true });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  if (child.pid) process.kill(-child.pid, signal);
  await ended;
}
