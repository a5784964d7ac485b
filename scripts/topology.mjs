// `npm run topology`: what compose.yaml starts, as local processes: a PostgreSQL, a Redis and its bridge, two
// instances,
// and a proxy in front. All of it is new, and is removed at Ctrl-C.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { root } from "./build.mjs";
import { withoutEnvFiles } from "./env-files.mjs";
import { startProxy } from "./proxy.mjs";
import { freePort, startPostgres, startRedis } from "./services.mjs";

const usage = "npm run topology -- [--port 8080]";
const endings = [];
let isEnding = false;

async function main(port) {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void endAll().then(() => process.exit(0)));
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  for (const service of [postgres, redis]) if (service) endings.push(() => service.stop());
  if (!postgres || !redis) throw new Error("PostgreSQL and redis-server must be installed.");
  const token = randomBytes(16).toString("hex");
  const bridge = await startProgram("upstash-bridge", {}, [
    ...["--port", "0", "--redis", `127.0.0.1:${redis.port}`, "--token", token],
  ]);
  const proxyPort = port || (await freePort());
  const origin = `http://localhost:${proxyPort}`;
  const password = randomBytes(12).toString("base64url");
  const settings = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    DATABASE_URL: postgres.url,
    UPSTASH_REDIS_REST_URL: bridge,
    UPSTASH_REDIS_REST_TOKEN: token,
    NEXTAUTH_URL: origin,
    ADMIN_EMAIL: "admin@theatre.local",
    ADMIN_PASSWORD: password,
    CLIENT_ADDRESS: "forwarded:1",
  };
  // The caller's environment applies, except for what makes this topology.
  const own = { NEXTAUTH_SECRET: randomBytes(32).toString("base64url") };
  const instances = await Promise.all(
    [1, 2].map(() => startProgram("server", { ...own, ...process.env, ...settings })),
  );
  const proxy = await startProxy(proxyPort, instances);
  endings.push(() => proxy.close());
  console.log(`PostgreSQL: ${postgres.url}`);
  for (const instance of instances) console.log(`Instance: ${instance}`);
  console.log(`Sign in as ${settings.ADMIN_EMAIL} with the password ${password}`);
  console.log(`Serving on ${origin}. Press Ctrl-C to stop and remove everything.`);
}

/** Starts one of our programs, and stops it with this process. @returns its address. */
async function startProgram(name, settings, flags = []) {
  // With the flags that Node was given for ourselves.
  const child = spawn(process.execPath, [...process.execArgv, path.join(root, "scripts/run.mjs"), name, ...flags], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...withoutEnvFiles, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
    // Ctrl-C reaches the whole process group; the others are stopped after the proxy, in our order.
    detached: true,
  });
  const ended = once(child, "exit");
  endings.push(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  void ended.then(() => !isEnding && fail(new Error(`${name} ended by itself.`)));
  return new Promise((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const address = /served .*on (http:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
      else console.log(line);
    });
  });
}

async function endAll() {
  if (isEnding) return;
  isEnding = true;
  for (const end of endings.reverse()) await end();
}

async function fail(error) {
  console.error(error.message);
  await endAll();
  process.exit(1);
}

function readPort() {
  try {
    const { port = "8080" } = parseArgs({ options: { port: { type: "string" } } }).values;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error("--port must be a number from 0 to 65535.");
    return Number(port);
  } catch (error) {
    console.error(`${error.message}\nUsage: ${usage}`);
    return process.exit(2);
  }
}

await main(readPort()).catch(fail);
