import { closeSync, existsSync, openSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildPages, bundle } from "../../scripts/build.mjs";
import { createKey } from "../keys/queries.ts";
import { createTestDatabase } from "../../test/databases.ts";
import { runScript, startServer, type ServerProgram } from "../../test/program.ts";
import { exchange } from "../../test/raw-http.ts";
import { serveFrom } from "../../test/service.ts";
import { signedIn } from "../../test/signed-in.ts";

const line = z.strictObject({
  level: z.literal("info"),
  time: z.iso.datetime(),
  request_id: z.string(),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  milliseconds: z.number(),
  tier: z.enum(["public", "key", "account"]).nullable(),
  bytes: z.int(),
});

const administrator = { ADMIN_EMAIL: "log@example.com", ADMIN_PASSWORD: "a password for the log" };
const metricsToken = "a-token-for-the-metrics";

/** The request lines that a server has logged, read after it has stopped. */
async function linesOf(server: ServerProgram) {
  server.kill("SIGTERM");
  const { output, code } = await server.ended;
  expect(code).toBe(0);
  const written = output.split("\n").filter((text) => text.includes('"request_id"') && !text.includes('"err"'));
  return { output, lines: written.map((text) => line.parse(JSON.parse(text))) };
}

describe("a service", () => {
  beforeAll(() => {
    buildPages();
    bundle("server", "server.ts");
  }, 300_000);

  test("each request has one line with its route, the caller's tier, the status and the duration", async () => {
    const testDatabase = await createTestDatabase("embedded");
    const server = await startServer({ ...testDatabase.settings, ...administrator });
    const asked = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(server.url + path, { redirect: "manual", ...init });
      return (await response.arrayBuffer()).byteLength;
    };

    const bytes = await asked("/api/shows/hamilton?x=1", {
      headers: { "X-Request-Id": "joined-with-theirs", "Accept-Encoding": "identity" },
    });
    await asked("/api/nothing/at/all");
    await asked("/api/health");
    await asked("/sign-in");
    await asked("/api/auth/csrf");
    await exchange({ port: server.port, packets: ["BREW /api/shows HTTP/1.1\r\nHost: x\r\n\r\n"] });
    const { lines } = await linesOf(server);
    await testDatabase.remove();

    expect(lines[0]).toMatchObject({ request_id: "joined-with-theirs", bytes });
    expect(lines.map(({ method, route, status, tier }) => [method, route, status, tier])).toEqual([
      ["GET", "/api/shows/{id}", 200, "public"],
      ["GET", "none", 404, "public"],
      ["GET", "/api/health", 200, null],
      ["GET", "pages", 200, null],
      ["GET", "/api/auth", 200, null],
      ["OTHER", "/api/shows", 405, "public"],
    ]);
  });

  test("no key, cookie, password or token is logged, in whichever part of a request it is sent", async () => {
    const testDatabase = await createTestDatabase("embedded");
    const { secret, cookie } = await prepare(testDatabase.settings);
    const server = await startServer({ ...testDatabase.settings, ...administrator, METRICS_TOKEN: metricsToken });
    const secrets = [secret, cookie, administrator.ADMIN_PASSWORD, metricsToken];
    const ask = async (path: string, init: RequestInit = {}) =>
      (await fetch(server.url + path, { redirect: "manual", ...init })).status;

    const statuses = [];
    for (const one of secrets) {
      const text = encodeURIComponent(one);
      const json = JSON.stringify({ email: one, password: one, key: one, [one]: one });
      const heads = ["Authorization", "Cookie", "X-Api-Key", "If-None-Match", "Referer", "User-Agent"];
      for (const head of heads) statuses.push(await ask("/api/shows", { headers: { [head]: one } }));
      statuses.push(await ask("/api/shows", { headers: { Authorization: `Bearer ${one}` } }));
      // The caller chooses the request id, and only keys are recognised there: a password looks like any other id.
      if (one === secret || one === cookie)
        statuses.push(await ask("/api/shows", { headers: { "X-Request-Id": one } }));
      statuses.push(await ask("/api/metrics", { headers: { Authorization: `Bearer ${one}` } }));
      for (const path of ["/api/shows", "/api/nothing", "/developers", "/api/auth/signin"])
        statuses.push(await ask(`${path}?key=${text}&token=${text}#${text}`), await ask(`${path}/${text}`));
      for (const path of ["/api/shows", "/api/accounts", "/api/keys/found", "/api/auth/callback/credentials"])
        statuses.push(
          await ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: json }),
          await ask(path, { method: "POST", body: new URLSearchParams({ password: one, key: one, csrfToken: one }) }),
        );
      const method = one.replace(/[^\w-]/g, "").slice(0, 60);
      await exchange({ port: server.port, packets: [`${method} /api/shows HTTP/1.1\r\nHost: x\r\n\r\n`] });
      await exchange({ port: server.port, packets: [`GET /api/${text} HTTP/9\r\nX: ${text}\r\n\r\n`] });
    }
    const { output, lines } = await linesOf(server);
    await testDatabase.remove();

    expect(lines.length).toBeGreaterThanOrEqual(statuses.length);
    expect(statuses).toEqual(expect.arrayContaining([200, 401, 404]));
    for (const one of secrets) {
      for (const form of [one, encodeURIComponent(one), one.replace(/[^\w-]/g, "").slice(0, 60)])
        expect(output).not.toContain(form.slice(12));
    }
  }, 180_000);

  test("LOG_LEVEL=warn omits the lines of requests", { tags: ["full"] }, async () => {
    const testDatabase = await createTestDatabase("embedded");
    const server = await startServer({ ...testDatabase.settings, ...administrator, LOG_LEVEL: "warn" });

    await fetch(`${server.url}/api/shows`);
    const { lines } = await linesOf(server);
    await testDatabase.remove();

    expect(lines).toEqual([]);
  });
});

test("a line of a request is what pino would write", async () => {
  const seen = {
    request_id: "a-request_1.0",
    method: "GET",
    route: "/api/shows/{id}",
    status: 200,
    milliseconds: 0.07,
    tier: null,
    bytes: 19_000,
  };
  const lines = [seen, { ...seen, tier: "key", milliseconds: 1200 }].map((one) => JSON.stringify(one));
  const program = `import { log, logRequest } from "./lib/core/log.ts";
    for (const seen of [${lines.join(",")}]) { logRequest(seen); log.info(seen); }`;

  const { output } = await runScript(program);

  const written = output.trim().split("\n");
  const [first, firstByPino, second, secondByPino] = written.map((text) =>
    text.replace(/"time":"[^"]+Z"/, '"time":""'),
  );
  expect(written).toHaveLength(4);
  expect([first, second]).toEqual([firstByPino, secondByPino]);
  expect(written.map((text) => line.safeParse(JSON.parse(text)).success)).not.toContain(false);
});

describe("gathered lines", () => {
  const lines = 2_000;

  test.each([
    ["stops", "process.exit(0)", 0],
    ["ends with an error", "setImmediate(() => { throw new Error('the end') })", 1],
    ["has nothing more to do", "", 0],
  ])("are all written when the process %s", async (_ending, last, code) => {
    const program = `import { logRequest } from "./lib/core/log.ts";
      for (let count = 0; count < ${lines}; count += 1) logRequest({ request_id: "line-" + count });
      ${last}`;

    const ended = await runScript(program);

    const numbers = ended.output.split("\n").flatMap((text) => /"line-(\d+)"/.exec(text)?.[1] ?? []);
    expect(ended.code).toBe(code);
    expect(numbers).toEqual(Array.from({ length: lines }, (_, count) => String(count)));
  });
});

test.skipIf(!existsSync("/dev/full")).each([
  ["while it runs", 'setTimeout(() => { log.error("more"); process.stderr.write("still there"); }, 600);'],
  ["when it stops at once", 'process.stderr.write("still there"); process.exit(0);'],
])("a log on a full disk neither ends a process nor prevents its end: %s", async (_when, last) => {
  const full = openSync("/dev/full", "w");
  const program = `import { log, logRequest } from "./lib/core/log.ts";
    for (let count = 0; count < 2000; count += 1) logRequest({ request_id: "line-" + count });
    log.error("something");
    ${last}`;

  const { code, output } = await runScript(program, full);
  closeSync(full);

  expect([code, output]).toEqual([0, "still there"]);
});

/** Creates a valid key and a session cookie in the database of the settings. */
async function prepare(settings: Record<string, string>): Promise<{ secret: string; cookie: string }> {
  const service = await serveFrom({ ...settings, ...administrator, NEXTAUTH_SECRET: "the test's own" });
  const { prisma } = service.infrastructure.database;
  const order = { email: "a@example.com", name: "log", dailyLimit: null, expiresAt: null };
  const { secret } = await createKey(prisma, order);
  const cookie = await signedIn(service, "editor");
  // The next start then creates an administrator.
  await prisma.account.deleteMany({ where: { role: "admin" } });
  await service.close();
  return { secret, cookie: cookie.replace(/^[^=]*=/, "") };
}
