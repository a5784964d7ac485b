// The processes to measure, each with its own data, and their databases.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPages, bundle, command, root } from "../scripts/build.mjs";
import { withoutEnvFiles } from "../scripts/env-files.mjs";
import { onlyWhenChanged } from "../scripts/only-when-changed.mjs";
import { freePort } from "../scripts/services.mjs";

/** Created with each database. */
const benchAdministrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };

const highLimits = "1000000000";
const endings = [];

const nextPeer = ".build/next-peer";

/** In a copy, because Next writes its settings of TypeScript beside the sources. Imports from the root stay the same. */
function buildNextPeer() {
  const folder = path.join(root, nextPeer);
  const sources = ["bench/next-peer", "prisma/schema.prisma", "package-lock.json"];
  onlyWhenChanged("next-peer", sources, path.join(folder, ".next", "BUILD_ID"), () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(path.join(root, "bench/next-peer"), folder, { recursive: true });
    const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    command("node_modules/next/dist/bin/next", ["build", nextPeer], env);
  });
}

/** A temporary folder of this run. */
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "theatre-bench-"));
  endings.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The service as `npm start` runs it, of this checkout or of another whose pages are built. */
export function startService(settings, folder = root) {
  if (folder === root) buildPages();
  const { scripts } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const [variables, args] = scripts.start.split(/\bnode /);
  const ownSettings = Object.fromEntries([...variables.matchAll(/(\w+)=(\S+)/g)].map(([, ...pair]) => pair));
  return start(args.split(" "), { PORT: "0", HOST: "127.0.0.1", ...ownSettings, ...settings }, { folder });
}

export const startLimit = (url) => start([path.join(root, "bench/limit-server.mjs"), url], {});

export const startFastify = (settings) => start([path.join(root, "bench/fastify-server.mjs")], settings);

export function startBridgeServer(redisPort, token) {
  const flags = ["--port", "0", "--redis", `127.0.0.1:${redisPort}`, "--token", token];
  return start([bundle("upstash-bridge", "scripts/upstash-bridge.ts"), ...flags], {});
}

/** Next's route handlers under `next start`. */
export async function startNextPeer(settings) {
  buildNextPeer();
  const port = await freePort();
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const args = [next, "start", nextPeer, "-p", String(port), "-H", "127.0.0.1"];
  return start(args, settings, { readiness: /Ready in/, address: `http://127.0.0.1:${port}` });
}

/** @returns the administrator's cookies. */
export async function signInAsAdministrator(url) {
  const start = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = await start.json();
  const body = new URLSearchParams({ ...benchAdministrator, csrfToken, json: "true" });
  const options = { method: "POST", headers: { cookie: readCookies(start) }, body, redirect: "manual" };
  return readCookies(await fetch(`${url}/api/auth/callback/credentials`, options));
}

function readCookies({ headers }) {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return cookies.join("; ");
}

/** Stops what was started, in reverse order. */
export async function stopAll() {
  for (const end of endings.reverse()) await end();
}

/** Starts a database, which ends with this run. @returns null when it is not installed. */
export async function startUntilEnd(start) {
  const database = await start();
  if (database) endings.push(() => database.stop());
  return database;
}

/** @returns the address, the process, the time until it was ready (ms), and a function that stops it. */
async function start(args, settings, { folder = root, readiness = /served .*on (http:\S+)/, address } = {}) {
  const startedAt = performance.now();
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    // To measure what each saves.
    FAST_PATH: process.env.FAST_PATH ?? "on",
    COUNT_JOURNAL: process.env.COUNT_JOURNAL ?? "on",
    ...withoutEnvFiles,
    PUBLIC_DAILY_LIMIT: highLimits,
    KEY_DAILY_LIMIT: highLimits,
    ACCOUNT_DAILY_LIMIT: highLimits,
    NEXTAUTH_SECRET: "bench",
    NEXTAUTH_URL: "http://127.0.0.1",
    ADMIN_EMAIL: benchAdministrator.email,
    ADMIN_PASSWORD: benchAdministrator.password,
    ...settings,
  };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exit;
  };
  endings.push(stop);
  let text = "";
  return new Promise((resolve, reject) => {
    const look = (chunk) => {
      text += chunk;
      const match = readiness.exec(text);
      if (!match) return;
      resolve({ url: address ?? match[1], pid: child.pid, took: performance.now() - startedAt, stop });
      // The access log follows, which is read and dropped.
      child.stdout.removeAllListeners("data").resume();
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.once("exit", () => reject(new Error(`${args.join(" ")} ended: ${text}`)));
  });
}
