import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { openPostgres } from "../lib/db/postgres.ts";
import { contentSecurityPolicy, pageHeaders } from "../lib/http/server/pages/page-headers.ts";
import { CookieClient } from "../test/cookie-client.ts";
import { emptyDatabase } from "../test/databases.ts";
import { hostileRequests } from "../test/hostile-requests.ts";
import { askTool, connectMcp } from "../test/mcp-client.ts";
import { startBridgeProcess } from "../test/processes.ts";
import { launchServer, startProgram } from "../test/program.ts";
import { freshAddress, fromAddress, quotaOf } from "../test/quota-helpers.ts";
import { until } from "../test/until.ts";
import { withoutEnvFiles } from "./env-files.mjs";
import { freePort } from "./services.mjs";
import { buildStandalone } from "./standalone.mjs";

const redisPort = inject("redisPort");
const administrator = { email: "ada@example.com", password: "correct horse battery" };
const limit = 1_000;
const maxMegabytes = 46;
const startMilliseconds = 600_000;

interface HostedInstance {
  url: string;
  port: number;
  pid: number;
  output(): string;
}

describe.skipIf(inject("postgresUrl") === null || redisPort === null)("a standalone build behind a proxy", () => {
  const ends: (() => unknown)[] = [];
  let folder: string;
  let settings: Record<string, string>;
  let instances: HostedInstance[];
  let proxy: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "theatre-standalone-"));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(buildStandalone(), folder, { recursive: true });
    const database = await emptyDatabase();
    ends.push(() => database.remove());
    const bridge = await startBridgeProcess(redisPort ?? 0);
    ends.push(() => bridge.close());
    const proxyPort = Number(await freePort());
    proxy = `http://127.0.0.1:${proxyPort}`;
    settings = {
      DATABASE_URL: database.url,
      NEXTAUTH_SECRET: "the test's own",
      NEXTAUTH_URL: proxy,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      PUBLIC_DAILY_LIMIT: String(limit),
      ...bridge.settings,
    };
    instances = [await startHosted(), await startHosted()];
    ends.push(await startProxy(proxyPort, instances));
  }, startMilliseconds);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function startHosted(
    more: Record<string, string> = { CLIENT_ADDRESS: "forwarded:1" },
  ): Promise<HostedInstance> {
    const port = await freePort();
    const child = spawn(process.execPath, ["server.js"], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "production",
        ...withoutEnvFiles,
        HOSTNAME: "127.0.0.1",
        PORT: String(port),
        ...settings,
        ...more,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    ends.push(async () => {
      child.kill("SIGKILL");
      await ended;
    });
    let output = "";
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
          if (output.includes("Ready in")) resolve();
        });
      }
      child.once("exit", () => resolve());
    });
    await ready;
    return { url: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, output: () => output };
  }

  const first = () => instances[0]?.url ?? "";

  test("has neither our programs, the embedded database nor the dataset, and is small", () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);

    const unwanted = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
    expect(unwanted.filter((file) => /^\.build\/|pglite|^prisma\/seed\/|@img|sharp/.test(file))).toEqual([]);
    expect(bytes / 1e6).toBeLessThan(maxMegabytes);
  });

  test("on an empty database it says at once what to do, and serves after db:migrate without a restart", async () => {
    for (const target of ["/api/shows", "/api/auth/csrf", "/api/health/ready"]) {
      const waiting = await fetch(first() + target);

      expect([waiting.status, waiting.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await waiting.json()).toMatchObject({ message: expect.stringContaining("npm run db:migrate") as unknown });
    }
    expect(quotaOf(await fetch(`${first()}/api/shows`)).limit).toBe(limit);
    // A host that restarts what is not healthy would never let it wait for the preparation.
    expect((await fetch(`${first()}/api/health`)).status).toBe(200);

    const { code } = await startProgram("db-migrate", settings).ended;

    expect(code).toBe(0);
    for (const { url } of instances) expect((await fetch(`${url}/api/shows/hamilton`)).status).toBe(200);
    const client = new CookieClient(first(), freshAddress());
    const { status } = await client.act("callback/credentials", { ...administrator, callbackUrl: "/" });
    expect(client.cookie("theatre-device")).toMatch(/^[\w-]{22}(\.[\w-]{22}){2}$/);
    expect(status).toBe(200);
  });

  test("pages have the headers of our own server, with a new nonce each, which their scripts have", async () => {
    const nonces = new Set<string>();
    for (const target of ["/", "/docs", "/nothing"]) {
      const page = await fetch(first() + target, { headers: { "x-forwarded-proto": "https" } });
      const policy = page.headers.get("content-security-policy") ?? "";
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      nonces.add(nonce);

      expect(policy).toBe(contentSecurityPolicy({ nonce, isSecure: true, isDevelopment: false }));
      for (const [name, value] of Object.entries(pageHeaders(policy, true))) expect(page.headers.get(name)).toBe(value);
      expect(page.headers.get("x-content-type-options")).toBe("nosniff");
      const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
      expect(scripts).not.toEqual([]);
    }
    expect(nonces.size).toBe(3);
    const posted = await fetch(`${first()}/docs`, { method: "POST", body: "x" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("what Next reads in headers changes nothing under /api, and bodies are readable", async () => {
    const ask = async (target: string, more = {}) => {
      const init = fromAddress(freshAddress(), { "Accept-Encoding": "gzip, br", ...more });
      const answer = await fetch(first() + target, { ...init, redirect: "manual" });
      const names = ["content-encoding", "content-length", "etag", "vary"];
      return [answer.status, ...names.map((name) => answer.headers.get(name)), await answer.text()];
    };
    const plain = await ask("/api/shows");
    expect(JSON.parse(String(plain.at(-1)))).toBeInstanceOf(Array);
    for (const headers of [
      { RSC: "1" },
      { "Next-Router-Prefetch": "1", RSC: "1" },
      { "Next-Router-State-Tree": "x" },
      { "Next-Action": "x" },
      { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
      { "x-middleware-next": "1", "x-middleware-rewrite": "/api/quota" },
      { "x-middleware-prefetch": "1" },
      { "x-matched-path": "/api/quota" },
    ])
      for (const target of ["/api/shows", "/api/shows?_rsc=1x"])
        expect([headers, await ask(target, headers)]).toEqual([headers, plain]);
  });

  test("an assistant lists the tools of /mcp for free, and pays for a call", async () => {
    const init = fromAddress(freshAddress());
    const remaining = async () => quotaOf(await fetch(`${first()}/api/quota`, init)).remaining;
    const client = await connectMcp({ url: first() }, init.headers as Record<string, string>, "legacy");
    onTestFinished(() => client.close());

    await client.listTools();
    expect(await remaining()).toBe(limit);
    expect(await askTool(client, "search", { query: "wicked" })).toMatch(/Wicked/);
    expect(await remaining()).toBe(limit - 1);
  });

  test("a request of a key is in the database after its response, on a host that runs no timers", async () => {
    // The counts are also written once a second, which a suspended process does not do.
    const noTimers = "data:text/javascript,globalThis.setInterval=()=>({unref(){}})";
    const { url } = await startHosted({ CLIENT_ADDRESS: "forwarded:1", NODE_OPTIONS: `--import ${noTimers}` });
    const order = ["--email", "counted@example.com", "--name", "counted"];
    const { output } = await startProgram("keys-create", settings, ...order).ended;
    const key = /tl_live_\S+/.exec(output)?.[0] ?? "";
    const database = await openPostgres(settings["DATABASE_URL"] ?? "");
    onTestFinished(() => database.close());
    const counted = async () => {
      const [row] = await database.query<{ allowed: number }>(
        `SELECT allowed FROM daily_usage JOIN api_keys ON subject = 'key:' || id WHERE prefix = $1`,
        [key.slice(0, 12)],
      );
      return row?.allowed ?? 0;
    };
    for (const allowed of [1, 2]) {
      const { status } = await fetch(`${url}/api/shows/hamilton`, { headers: { Authorization: `Bearer ${key}` } });

      expect(status).toBe(200);
      await until(`${allowed} are counted`, counted, (count) => count === allowed);
    }
  });

  test("forged headers give no other limit under CLIENT_ADDRESS=forwarded:1, and an unknown address is reported", async () => {
    const named = ["x-theatre-client-address", "x-real-ip", "forwarded", "fly-client-ip", "x-nf-client-connection-ip"];
    const remaining = async (address: string) => {
      const forged = Object.fromEntries(named.map((name) => [name, address]));
      const headers = { ...forged, "x-forwarded-for": `${address}, 192.0.2.1` };
      return quotaOf(await fetch(`${first()}/api/shows/hamilton`, { headers })).remaining;
    };
    expect((await remaining("198.51.100.1")) - (await remaining("198.51.100.2"))).toBe(1);

    const readiness = async (url: string): Promise<unknown> => (await fetch(`${url}/api/health/ready`)).json();
    expect(await readiness(first())).not.toHaveProperty("client_addresses");
    const unknown = await startHosted({ CLIENT_ADDRESS: "peer" });
    expect(await readiness(unknown.url)).toMatchObject({ client_addresses: "unknown" });
    expect(unknown.output().match(/Set CLIENT_ADDRESS to/g)).toHaveLength(1);
  });

  test.each(["/api/keys/found", "/api/accounts", "/api/auth/callback/credentials", "/docs"])(
    "an endless body to %s is refused without being kept in memory",
    async (target) => {
      const { pid = 0, url = "" } = instances[0] ?? {};
      const before = residentMegabytes(pid);
      const piece = Buffer.alloc(1024 ** 2);
      const body = Readable.toWeb(Readable.from(Array<Buffer>(200).fill(piece)));
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(url + target, { method: "POST", headers, body, duplex: "half" } as RequestInit).catch(
        () => null,
      );

      // Next cuts off what it hands to next-auth, which is then incomplete.
      if (answer) expect([400, 405, 413]).toContain(answer.status);
      expect(residentMegabytes(pid) - before).toBeLessThan(100);
    },
  );

  test("conformance holds but for what Next refuses, over both instances", { timeout: 300_000 }, async () => {
    const run = startProgram("conformance", {
      CONFORMANCE_URL: proxy,
      CONFORMANCE_NEXT: "1",
      CONFORMANCE_YES: "1",
      CONFORMANCE_STAFF_EMAIL: administrator.email,
      CONFORMANCE_STAFF_PASSWORD: administrator.password,
      NODE_OPTIONS: "--test-reporter=tap --test-reporter-destination=stdout",
    });
    const { code, output } = await run.ended;

    expect(output.match(/^ *not ok .*(?:\n.*error: .*)?/gm) ?? []).toEqual([]);
    expect(output).toMatch(/^# fail 0$/m);
    expect(code).toBe(0);
  });

  test("the document has the bytes and the tag of our own server, and an unknown path names the nearest one too", async () => {
    const own = await launchServer({ ...settings, CLIENT_ADDRESS: "forwarded:1" });
    onTestFinished(async () => {
      own.kill("SIGTERM");
      await own.ended;
    });
    const answerOf = async (url: string) => {
      const answer = await fetch(url, fromAddress(freshAddress()));
      return { status: answer.status, tag: answer.headers.get("etag"), text: await answer.text() };
    };

    for (const [target, status, words] of [
      ["/api/openapi.json", 200, '"openapi":"3.1.'],
      ["/api/show", 404, "/api/shows"],
    ] as const) {
      const [hosted, ours] = [await answerOf(first() + target), await answerOf(own.url + target)];
      expect(hosted).toEqual(ours);
      expect([hosted.status, hosted.text]).toEqual([status, expect.stringContaining(words)]);
    }
  });

  test("hostile requests get the responses of our own server but for those that docs/deploying.md lists", async () => {
    const differing: string[] = [];
    for (const [name, { sent, status, error, cost }] of Object.entries(hostileRequests)) {
      // The pages of `connections.test.ts` are made up.
      if (cost === 0 && status === 200) continue;
      const packets = typeof sent === "string" || Buffer.isBuffer(sent) ? [sent] : sent;
      const [got, told] = await statusAndError(instances[0]?.port ?? 0, packets);
      if (got !== status || told !== error) differing.push(`${name} | ${got}`);
    }

    const rows = readFileSync("docs/deploying.md", "utf8").matchAll(/^\| (\d{3}|none) \| (.+) \|$/gm);
    const listed = [...rows].flatMap(([, status = "", names = ""]) =>
      names.split("; ").map((name) => `${name} | ${status}`),
    );
    expect(differing.sort()).toEqual(listed.sort());
    expect((await fetch(`${first()}/api/shows`, fromAddress(freshAddress()))).status).toBe(200);
  });
});

/** Gives requests to the instances in turn, and appends the client's address. @returns what stops it. */
async function startProxy(port: number, instances: readonly HostedInstance[]): Promise<() => void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url: target, headers, socket } = incoming;
    const addresses = [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", ");
    const { url } = instances[(turn += 1) % instances.length] ?? expect.fail();
    const options = { agent, method, path: target, headers: { ...headers, "x-forwarded-for": addresses } };
    const forwarded = request(url, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.once("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(port);
  await once(server, "listening");
  return () => {
    server.close().closeAllConnections();
    agent.destroy();
  };
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

/** The status and the body's `error` of the first response; "none" when the connection ends without one. */
async function statusAndError(
  port: number,
  packets: readonly (string | Buffer)[],
): Promise<[number | "none", string?]> {
  const socket = connect({ port, host: "127.0.0.1" });
  let text = "";
  socket.setEncoding("utf8").setTimeout(2_000, () => socket.destroy());
  socket.on("error", () => undefined);
  socket.on("data", (piece: string) => {
    text = (text + piece).replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, "");
    const [head = "", body] = text.split(/\r\n\r\n(.*)/s);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
    if (Buffer.byteLength(body ?? "") >= length || text.endsWith("0\r\n\r\n")) socket.destroy();
  });
  for (const packet of packets) socket.write(typeof packet === "string" ? Buffer.from(packet, "latin1") : packet);
  await once(socket, "close");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? Number.NaN);
  return Number.isNaN(status) ? ["none"] : [status, /"error":"([^"]+)"/.exec(text)?.[1]];
}
