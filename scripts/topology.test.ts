import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { buildPages, bundle } from "./build.mjs";
import { nodeFlags } from "../test/node.ts";
import { cookieOfEditor } from "../test/signed-in.ts";

const limit = 20;
const NEXTAUTH_SECRET = "the test's own";
const hasAll = inject("postgresUrl") !== null && inject("redisPort") !== null;

interface Topology {
  proxy: string;
  instances: string[];
  database: string;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<number | null>;
}

async function startTopology(): Promise<Topology> {
  const child = spawn(process.execPath, [...nodeFlags, "scripts/topology.mjs", "--port", "0"], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      NODE_ENV: "production",
      NEXTAUTH_SECRET,
      PUBLIC_DAILY_LIMIT: String(limit),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines: string[] = [];
  await new Promise<void>((resolve) =>
    createInterface(child.stdout)
      .on("line", (line) => {
        lines.push(line);
        if (line.startsWith("Serving on")) resolve();
      })
      .once("close", resolve),
  );
  const find = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  return {
    // The name `localhost` could resolve to either of this machine's addresses.
    proxy: `http://127.0.0.1:${find(/^Serving on http:\/\/localhost:(\d+)/)[0] ?? ""}`,
    instances: find(/^Instance: (\S+)/),
    database: find(/^PostgreSQL: (\S+)/)[0] ?? "",
    stop: async () => {
      child.kill("SIGINT");
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

describe.skipIf(!hasAll)("two instances behind a proxy", () => {
  let topology: Topology;

  beforeAll(async () => {
    buildPages();
    bundle("server", "server.ts");
    bundle("upstash-bridge", "scripts/upstash-bridge.ts");
    topology = await startTopology();
  }, 300_000);

  const get = (origin: string, path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });

  test("exactly the limit of one address's requests is admitted, over both instances", async () => {
    const answers = await Promise.all(Array.from({ length: 2 * limit }, () => get(topology.proxy, "/api/shows")));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(limit);
    for (const instance of topology.instances) {
      const seen = await get(instance, "/api/quota", { "X-Forwarded-For": "127.0.0.1" });
      expect(await seen.json()).toMatchObject({ remaining: 0 });
    }
  });

  test("clients are distinguished by the address that the proxy forwards, not by the one that a client claims", async () => {
    const quota = async (origin: string, forwarded: string) =>
      ((await (await get(origin, "/api/quota", { "X-Forwarded-For": forwarded })).json()) as { remaining: number })
        .remaining;
    const [instance = ""] = topology.instances;
    await get(instance, "/api/shows", { "X-Forwarded-For": "203.0.113.1" });

    expect([await quota(instance, "203.0.113.1"), await quota(instance, "203.0.113.2")]).toEqual([limit - 1, limit]);
    // The proxy appends to the client's own header.
    expect(await quota(topology.proxy, "203.0.113.2")).toBe(0);
  });

  test("a write on one instance is read on the other", async () => {
    const cookie = await cookieOfEditor({ DATABASE_URL: topology.database, NEXTAUTH_SECRET });
    const [one = "", other = ""] = topology.instances;

    for (let index = 0; index < 5; index += 1) {
      const made = await fetch(`${one}/api/shows`, {
        method: "POST",
        headers: { cookie, "Content-Type": "application/json" },
        body: JSON.stringify({ name: `Written ${index}`, type: "play" }),
      });
      const { id } = (await made.json()) as { id: string };
      const read = await get(other, `/api/shows/${id}`, { cookie });

      expect([made.status, read.status, await read.json()]).toEqual([
        201,
        200,
        expect.objectContaining({ name: `Written ${index}` }),
      ]);
    }
  });

  test("Ctrl-C stops all processes", async () => {
    const code = await topology.stop();

    expect(code).toBe(0);
    for (const origin of [topology.proxy, ...topology.instances])
      await expect(get(origin, "/api/health")).rejects.toThrow();
  });

  afterAll(() => topology.stop());
});
