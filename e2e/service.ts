import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { embeddedTemplate, firstAdministrator, members, nodeFlags } from "../test/embedded-template.ts";
import { withoutEnvFiles } from "../scripts/env-files.mjs";
import { freePort, startPostgres, startRedis } from "../scripts/services.mjs";

const ownRoot = path.dirname(import.meta.dirname);

/** Low enough for a test to reach. */
export const keyDailyLimit = 25;

export const administrator = firstAdministrator;

/**
 * Accounts of each role in this worker's service that no test has used yet. If there are none, tests create their own.
 */
export const unusedMembers = new Map<string, { email: string; password: string }[]>();

/** The service's infrastructure: the embedded database, or PostgreSQL and Redis with Upstash's protocol. */
export type Backend = "embedded" | "server";

export interface RunningService {
  origin: string;
  /** Everything written to its output so far, including its log. */
  printed(): string;
  stop(): Promise<void>;
}

/**
 * Starts the real service as `npm start` does, on a free port with its own database.
 *
 * @param options `root` is the tree that it is built from, if not this one.
 */
export async function startE2eService({
  backend,
  root = ownRoot,
  settings = {},
}: {
  backend: Backend;
  root?: string;
  settings?: Record<string, string>;
}): Promise<RunningService> {
  const folder = await mkdtemp(path.join(tmpdir(), "theatre-listings-e2e-"));
  const stores = backend === "server" ? await startStores() : null;
  const data = path.join(folder, "data");
  if (!stores) {
    cpSync(embeddedTemplate({ hasMembers: true }), data, { recursive: true, preserveTimestamps: true });
    for (const [role, known] of Object.entries(members)) unusedMembers.set(role, [...known]);
  }
  buildPagesOnce(root);
  const service = spawn(process.execPath, [...nodeFlags, "scripts/run.mjs", "server"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...withoutEnvFiles,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      SEED: "westend",
      // Each test sends its own client address.
      CLIENT_ADDRESS: "forwarded:1",
      PUBLIC_DAILY_LIMIT: "100",
      KEY_DAILY_LIMIT: String(keyDailyLimit),
      // Settings of the environment must not apply.
      DATABASE_URL: "",
      UPSTASH_REDIS_REST_URL: "",
      UPSTASH_REDIS_REST_TOKEN: "",
      NEXTAUTH_URL: "",
      ADMIN_EMAIL: firstAdministrator.email,
      ADMIN_PASSWORD: firstAdministrator.password,
      DATA_DIR: data,
      ...stores?.settings,
      ...settings,
    },
  });
  const ended = once(service, "exit");
  let text = "";
  service.stderr.on("data", (chunk) => (text += String(chunk))).pipe(process.stderr);
  const ready = new Promise<string | null>((resolve) => {
    createInterface(service.stdout).on("line", (line) => {
      text += `${line}\n`;
      const served = /served on (http:\/\/\S+:\d+)/.exec(line)?.[1];
      if (served) resolve(served);
    });
    service.once("exit", () => resolve(null));
  });
  const stop = async () => {
    service.kill("SIGTERM");
    await ended;
    await stores?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const origin = await ready;
  if (!origin) {
    await stop();
    throw new Error("The service exited before it was ready; see its output above.");
  }
  return { origin, printed: () => text, stop };
}

const built = new Set<string>();

/** The service would serve before its pages are built. */
function buildPagesOnce(root: string) {
  if (built.has(root)) return;
  const { status } = spawnSync(process.execPath, ["scripts/build-all.mjs", "pages"], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("The pages can't be built; the reason is above.");
  built.add(root);
}

/** A PostgreSQL and a Redis of this service's own, and the bridge between them. */
async function startStores() {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  if (!postgres || !redis) throw new Error("PostgreSQL and Redis are needed: apt-get install postgresql redis-server");
  const token = randomUUID();
  const flags = ["--port", "0", "--redis", `127.0.0.1:${redis.port}`, "--token", token];
  const bridge = spawn(process.execPath, ["scripts/run.mjs", "upstash-bridge", ...flags], {
    cwd: ownRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(bridge.stdout, "data")) as [Buffer];
  const port = String(await freePort());
  const settings = {
    PORT: port,
    DATABASE_URL: postgres.url,
    UPSTASH_REDIS_REST_URL: /http:\S+/.exec(String(line))?.[0] ?? "",
    UPSTASH_REDIS_REST_TOKEN: token,
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    NEXTAUTH_SECRET: randomUUID(),
  };
  const stop = async () => {
    bridge.kill("SIGTERM");
    await Promise.all([once(bridge, "exit"), postgres.stop(), redis.stop()]);
  };
  return { settings, stop };
}
