import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

/** So low that a test can reach it. */
export const keyDailyLimit = 25;

/** The first administrator of each service that is started here. */
export const administrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };

export interface Service {
  /** Where it is served: always this machine. */
  origin: string;
  /** All that it has written to its terminal so far, its log among it. */
  printed(): string;
  stop(): Promise<void>;
}

/** Starts the real service, as `npm start` does, on a free port and with a database of its own. */
export async function startService(): Promise<Service> {
  const folder = await mkdtemp(path.join(tmpdir(), "theatre-listings-e2e-"));
  const service = spawn(process.execPath, ["scripts/run.mjs", "server"], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: path.join(folder, "data"),
      SEED: "westend",
      // Each test is a client of its own, by the address that it says it comes from.
      TRUSTED_PROXY_HOPS: "1",
      PUBLIC_DAILY_LIMIT: "100",
      KEY_DAILY_LIMIT: String(keyDailyLimit),
      // Whatever the person who runs the tests has set up for themselves stays out of it.
      DATABASE_URL: "",
      UPSTASH_REDIS_REST_URL: "",
      UPSTASH_REDIS_REST_TOKEN: "",
      NEXTAUTH_URL: "",
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
  });
  const ended = once(service, "exit");
  let text = "";
  service.stderr.on("data", (chunk) => (text += String(chunk))).pipe(process.stderr);
  const address = new Promise<string | null>((resolve) => {
    createInterface(service.stdout).on("line", (line) => {
      text += `${line}\n`;
      const served = /http:\/\/\S+:\d+/.exec(line)?.[0];
      if (served) resolve(served);
    });
    service.once("exit", () => resolve(null));
  });

  async function stop() {
    service.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  }

  const served = await address;
  if (served) return { origin: loopback(served), printed: () => text, stop };
  await stop();
  throw new Error("The service ended before it was served; what it printed stands above.");
}

/** These tests write, spend and sign in: nobody's real service is to suffer that. */
function loopback(address: string): string {
  const { hostname, origin } = new URL(address);
  if (!["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    throw new Error(`Tests run against this machine only, not ${hostname}.`);
  return origin;
}
