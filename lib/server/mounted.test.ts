import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildPages, bundle } from "../../scripts/build.mjs";
import { withoutEnvFiles } from "../../scripts/env-files.mjs";
import { freePort } from "../../scripts/services.mjs";
import { CookieClient } from "../../test/cookie-client.ts";
import { createTestDatabase, everyDatabaseKind, newFolderPath } from "../../test/databases.ts";
import { startFaultProxy } from "../../test/fault-proxy.ts";
import { nodeFlags } from "../../test/node.ts";
import { launchServer, startProgram, startServer, type ServerProgram } from "../../test/program.ts";
import { readUntilClose } from "../../test/raw-http.ts";

const folder = path.join(process.cwd(), "app", "api");
const operatorToken = "a-token-of-the-test";
const administrator = { email: "ada@example.com", password: "correct horse battery" };
const operators = ["/api/metrics", "/api/cron"];
const catchAll = "[[...unmatched]]";
const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts" && !file.startsWith(catchAll))
  .map((file) => `/api/${path.dirname(file).replaceAll(path.sep, "/")}`);

const { folder: dataFolder, remove: removeData } = newFolderPath();
let server: ServerProgram;

beforeAll(async () => {
  buildPages();
  bundle("server", "server.ts");
  server = await launchServer({
    DATA_DIR: dataFolder,
    PUBLIC_DAILY_LIMIT: "100000",
    METRICS_TOKEN: operatorToken,
    CRON_SECRET: operatorToken,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
});
afterAll(async () => {
  server.kill("SIGTERM");
  await server.ended;
  removeData();
});

test("the list of routes is not empty", () => {
  expect(paths.length).toBeGreaterThan(15);
});

test.each(paths)("%s is mounted", async (pattern) => {
  const response = await fetch(
    server.url + pattern.replace(/\[\.{3}[^\]]+\]/, "session").replace(/\[[^\]]+\]/g, "nothing"),
    // Without their tokens these respond 404.
    { redirect: "manual", headers: operators.includes(pattern) ? { Authorization: `Bearer ${operatorToken}` } : {} },
  );

  expect(await response.text()).not.toMatch(/^\{"error":"Not found"\}/);
  expect(response.headers.has("x-request-id")).toBe(true);
});

test("the catch-all serves unknown paths", async () => {
  const response = await fetch(`${server.url}/api/nothing`);

  expect([response.status, await response.json()]).toEqual([404, { error: "Not found" }]);
});

test("npm run conformance finds every promise of the contract kept that needs no sign-in", async () => {
  const { code, output } = await startProgram("conformance", {
    CONFORMANCE_URL: server.url,
    NODE_OPTIONS: "--test-reporter=tap --test-reporter-destination=stdout",
  }).ended;

  expect(output.match(/^ *not ok .*(?:\n.*error: .*)?/gm) ?? []).toEqual([]);
  expect([code, output]).toEqual([0, expect.stringMatching(/^# fail 0$/m)]);
});

describe("an unusual page request neither makes Next fail nor reaches the API through Next", () => {
  test.each([
    "/nothing",
    "//api/shows",
    "/api%2Fshows",
    "/x/..%2Fapi/shows",
    "/API/shows",
    "/\\api\\shows",
    "/api\\shows",
    "/_next/data/x/api/shows.json",
    "/_next/image?url=%2Fapi%2Fshows&w=640&q=75",
    "/_next/static/..%2f..%2f..%2fpackage.json",
    "/_next/../../package.json",
    "/.env",
    "/;/api/shows",
    "/%00",
    "/%0d%0aSet-Cookie:%20a=b",
    "/%F0%9F%8E%AD",
    "/?_rsc=1",
    "/*",
    `/${"a/".repeat(3000)}`,
    `/?${"a=1&".repeat(2000)}`,
  ])("%s", async (target) => {
    const fields = [
      "Host: localhost",
      "RSC: 1",
      "Next-Router-State-Tree: x",
      "x-matched-path: /api/shows",
      "x-middleware-subrequest: a",
      "Connection: close",
    ];
    const text = await readUntilClose(server.port, `GET ${target} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`);

    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
    expect([200, 307, 308, 400, 404]).toContain(status);
    expect(text).not.toMatch(/"booking_until"|set-cookie: a=b|x-powered-by|theatre-listings"|\bat .+\.js:\d+/i);
    expect(/^location: (.*)$/im.exec(text)?.[1] ?? "/").toMatch(/^\/(?![/\\])/);
  });
});

test("/.well-known/security.txt has the contact for vulnerabilities and an expiry date (RFC 9116)", async () => {
  const response = await fetch(`${server.url}/.well-known/security.txt`);
  const fields = new Map(
    (await response.text())
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  );

  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(fields.get("Contact")).toMatch(/^(mailto:|https?:\/\/)/);
  expect(fields.get("Canonical")).toBe(`${server.url}/.well-known/security.txt`);
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

describe("a static asset", () => {
  let script: string;
  beforeAll(async () => {
    const page = await (await fetch(server.url)).text();
    script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0] ?? "no script";
  });
  const ask = (encodings: string, method = "GET") =>
    fetch(server.url + script, { method, headers: { "Accept-Encoding": encodings } });

  test("is sent as compressed by the build, and cacheable for a year", async () => {
    const [brotli, gzip, plain, looked] = await Promise.all([
      ask("gzip, deflate, br"),
      ask("gzip"),
      ask("identity"),
      ask("br", "HEAD"),
    ]);

    for (const { status, headers } of [brotli, gzip, plain, looked]) {
      expect([
        status,
        headers.get("cache-control"),
        headers.get("vary"),
        headers.get("x-content-type-options"),
      ]).toEqual([200, "public,max-age=31536000,immutable", "Accept-Encoding", "nosniff"]);
      expect(headers.get("content-type")).toMatch(/javascript/);
    }
    expect([brotli, gzip, plain, looked].map(({ headers }) => headers.get("content-encoding"))).toEqual([
      "br",
      "gzip",
      null,
      "br",
    ]);
    const text = await plain.text();
    expect([await brotli.text(), await gzip.text(), await looked.text()]).toEqual([text, text, ""]);
  });

  test("that does not exist gets Next's 404", async () => {
    const missing = await fetch(`${server.url}/_next/static/chunks/nothing.js`);

    expect(missing.status).toBe(404);
  });
});

test("a change of a show is on the front page at once, and leaves a page cached that shows no data", async () => {
  const textOf = async (path: string) => (await fetch(server.url + path)).text();
  /** When the page was rendered. */
  const madeAt = async () => /madeAt\W+(\d+)/.exec(await textOf("/developers/found-a-key"))?.[1];
  const [, id] = /\/api\/shows\/([a-z0-9-]+)/.exec(await textOf("/")) ?? [];
  const rendered = await madeAt();
  expect(rendered).toMatch(/^\d+$/);
  const staff = new CookieClient(server.url, "192.0.2.1");
  await staff.act("callback/credentials", administrator);

  for (const name of ["A First Name", "A Second Name"]) {
    const changed = await staff.send(`/api/shows/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    expect(changed.status).toBe(200);
    expect(await textOf("/")).toContain(name);
  }

  expect(await madeAt()).toBe(rendered);
});

/** What makes a page whole without scripts. */
const isWhole = (html: string) => /<html lang="en-GB"[^]*<h1[^]*<a href="\/[^]*<\/html>/.test(html);

describe("is whole without scripts, names a language and leads on:", () => {
  test.each([
    ["/nothing", 404],
    ["/suggest", 404],
    ["/suggest?resource=shows&id=zzz", 404],
    ["/suggestions/zzz", 404],
    ["/docs/zzz", 404],
    ["/docs/guides/zzz", 404],
    ["/shows/zzz", 404],
    ["/suggest?resource=shows&id=hamilton&refused=later", 503],
  ])("%s, %i", async (place, status) => {
    const answer = await fetch(server.url + place);

    expect([answer.status, isWhole(await answer.text())]).toEqual([status, true]);
  });

  test("each page of the dashboard for a developer (403), and one that is not there for staff (404)", async () => {
    const developer = new CookieClient(server.url, "192.0.2.2");
    const given = { email: "jo@example.com", password: "correct horse battery" };
    const headers = { "content-type": "application/json" };
    const made = await developer.send("/api/accounts", { method: "POST", headers, body: JSON.stringify(given) });
    expect(made.status).toBe(201);
    await developer.act("callback/credentials", given);
    for (const place of pagesIn("dashboard")) {
      const answer = await developer.send(place);
      expect([place, answer.status, isWhole(await answer.text())]).toEqual([place, 403, true]);
    }
    const staff = new CookieClient(server.url, "192.0.2.1");
    await staff.act("callback/credentials", administrator);
    const answer = await staff.send("/dashboard/zzz");
    expect([answer.status, isWhole(await answer.text())]).toEqual([404, true]);
  });
});

describe.skipIf(!everyDatabaseKind.includes("server"))("while the database is away", () => {
  test("no page is a 500, and each that needs it is a whole one with 503 and Retry-After", async () => {
    const { settings, remove } = await createTestDatabase("server");
    onTestFinished(remove);
    const url = new URL(settings["DATABASE_URL"] ?? "");
    const proxy = await startFaultProxy(Number(url.port));
    onTestFinished(proxy.close);
    url.port = String(proxy.port);
    const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
    const own = { NEXTAUTH_URL: "http://localhost:3000", NEXTAUTH_SECRET: "the test's own, a long random text" };
    const program = await startServer({ ...own, DATABASE_URL: url.href, ADMIN_EMAIL, ADMIN_PASSWORD });
    const staff = new CookieClient(program.url, "192.0.2.1");
    await staff.act("callback/credentials", administrator);
    await proxy.set("refuse");

    const unavailable: string[] = [];
    const failed: string[] = [];
    for (const place of pagesIn("").filter((one) => !one.startsWith("/api/")))
      for (const ask of [
        (to: string) => fetch(to, { redirect: "manual" }),
        (to: string) => staff.send(to.slice(program.url.length)),
      ]) {
        const answer = await ask(program.url + place);
        const text = await answer.text();
        const isPage = answer.headers.get("content-type")?.startsWith("text/html");
        if (answer.status === 503 && answer.headers.has("retry-after") && (!isPage || isWhole(text)))
          unavailable.push(place);
        else if (answer.status >= 500) failed.push(`${place} ${answer.status} ${text.slice(0, 80)}`);
      }
    expect(failed).toEqual([]);
    expect(unavailable).toEqual(
      expect.arrayContaining([...pagesIn("dashboard"), "/suggestions/hamilton", "/developers"]),
    );
  });
});

/** The addresses of the pages and files in a folder of `app`. */
function pagesIn(below: string): string[] {
  const ids: Record<string, string> = { resource: "shows", group: "shows", slug: "errors", "...path": "west-end.ics" };
  return readdirSync(path.join("app", below), { recursive: true, encoding: "utf8" })
    .filter((file) => /^(page\.tsx|route\.ts|opengraph-image\.ts)$/.test(path.basename(file)))
    .map((file) => path.join("/", below, file).replaceAll(path.sep, "/"))
    .map((file) => file.replace(/\/(page\.tsx|route\.ts)$/, "").replace(/\.ts$/, ""))
    .map((file) => file.replace(/\[([^\]]+)\]/g, (_all, name: string) => ids[name] ?? "hamilton") || "/");
}

describe("`next start` on a prepared database", { tags: ["full"] }, () => {
  const { folder, remove } = newFolderPath();
  let origin: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const port = await freePort();
    const program = "node_modules/next/dist/bin/next";
    const env = {
      PATH: process.env["PATH"],
      ...withoutEnvFiles,
      NODE_ENV: "production" as const,
      DATA_DIR: folder,
      NEXTAUTH_SECRET: "the test's own",
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    };
    const prepared = spawnSync(process.execPath, [...nodeFlags, "scripts/run.mjs", "db-migrate"], { env });
    expect(prepared.status).toBe(0);
    const next = spawn(process.execPath, [...nodeFlags, program, "start", "-p", String(port)], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(next, "exit");
    stop = async () => {
      next.kill("SIGTERM");
      await ended;
      remove();
    };
    const lines = createInterface(next.stdout);
    await new Promise((resolve) => lines.on("line", (line) => line.includes("Ready in") && resolve(line)));
    origin = `http://127.0.0.1:${port}`;
  });
  afterAll(() => stop());

  test("serves the same routes", async () => {
    const response = await fetch(`${origin}/api/shows/hamilton`);

    expect(await response.json()).toMatchObject({ id: "hamilton", name: "Hamilton" });
    expect([response.status, response.headers.get("x-ratelimit-remaining")]).toEqual([200, "99"]);
  });

  test.each([
    ["/on", 200],
    ["/on?date=1995-03-14", 200],
    ["/on?date=foo", 400],
    ["/shows", 200],
    ["/shows/wicked?on=2025-03-14", 200],
    ["/shows/wickedd", 404],
    ["/theatres", 200],
    ["/theatres/palace", 200],
    ["/people/giles-terera", 200],
    ["/search?q=elphaba", 200],
    ["/who?show=wicked&on=2025-03-14", 200],
    ["/shows/wicked/opengraph-image", 200],
    ["/shows/wickedd/opengraph-image", 404],
  ])("the public page %s answers %i", async (place, status) => {
    const response = await fetch(origin + place);

    expect(response.status).toBe(status);
    if (place === "/shows/wickedd") expect(await response.text()).toContain('value="wickedd"');
  });

  test("the page of a merged person leads to the survivor's", async () => {
    const staff = new CookieClient(origin, "198.51.100.2");
    await staff.act("callback/credentials", administrator);
    const merged = await staff.send("/api/people/rachel-tucker/merge", {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ into: "giles-terera" }),
    });
    expect(merged.status).toBe(200);

    const { status, headers } = await fetch(`${origin}/people/rachel-tucker`, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([308, "/people/giles-terera"]);
  });

  test("trusts no header about the address of failed sign-ins", async () => {
    const client = new CookieClient(origin, "198.51.100.1");
    const { csrfToken } = (await (await client.send("/api/auth/csrf")).json()) as { csrfToken: string };
    const signIn = async (password: string, address: string) => {
      const { status } = await client.send("/api/auth/callback/credentials", {
        method: "POST",
        headers: { "x-theatre-client-address": address },
        body: new URLSearchParams({ ...administrator, password, csrfToken, json: "true" }),
      });
      return status;
    };
    expect(await signIn(administrator.password, "203.0.113.0")).toBe(200);
    for (let time = 1; time <= 10; time += 1) expect(await signIn("wrong", `203.0.113.${time}`)).toBe(401);

    expect(await signIn(administrator.password, "203.0.113.99")).toBe(401);
  });
});
