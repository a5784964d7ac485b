import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { buildPages, bundle } from "../../../scripts/build.mjs";
import { CookieClient } from "../../../test/cookie-client.ts";
import { databaseOfTest, everyDatabaseKind, newFolderPath } from "../../../test/databases.ts";
import { startFaultProxy } from "../../../test/fault-proxy.ts";
import { launchServer, startProgram, startServer, type ServerProgram } from "../../../test/program.ts";
import { exchange, readUntilClose } from "../../../test/raw-http.ts";
import { until } from "../../../test/until.ts";

const operatorToken = "a-token-of-the-test";
const administrator = { email: "ada@example.com", password: "correct horse battery" };

const { folder: dataFolder, remove: removeData } = newFolderPath();
let server: ServerProgram;

beforeAll(async () => {
  buildPages();
  bundle("server", "server.ts");
  server = await launchServer({
    DATA_DIR: dataFolder,
    PUBLIC_DAILY_LIMIT: "100000",
    METRICS_TOKEN: operatorToken,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
});
afterAll(async () => {
  server.kill("SIGTERM");
  await server.ended;
  removeData();
});

test("npm run conformance finds every promise of the contract kept that needs no sign-in", async () => {
  const { code, output } = await startProgram("conformance", {
    CONFORMANCE_URL: server.url,
    NODE_OPTIONS: "--test-reporter=tap --test-reporter-destination=stdout",
  }).ended;

  expect(output.match(/^ *not ok .*(?:\n.*error: .*)?/gm) ?? []).toEqual([]);
  expect([code, output]).toEqual([0, expect.stringMatching(/^# fail 0$/m)]);
});

describe("the log", () => {
  const requestLine = z.strictObject({
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
  const linesOf = (ids: readonly string[]) =>
    until(
      "each request has its line",
      () => {
        const lines = server.output().split("\n");
        return ids.flatMap((id) => lines.filter((text) => text.includes(`"request_id":"${id}"`)));
      },
      (lines) => lines.length >= ids.length,
    );

  test("has one line for each request, with its route, the caller's tier, the status, the duration and the size", async () => {
    const asked: [target: string, ...logged: unknown[]][] = [
      ["/api/shows/hamilton?x=1", "/api/shows/{id}", 200, "public"],
      ["/api/nothing/at/all", "none", 404, "public"],
      ["/api/health", "/api/health", 200, null],
      ["/sign-in", "pages", 200, null],
      ["/api/auth/csrf", "/api/auth", 200, null],
    ];
    const ids = asked.map((_, index) => `line-of-the-log-${index}`);
    const sizes = [];
    for (const [index, id] of ids.entries()) {
      const headers = { "X-Request-Id": id, "Accept-Encoding": "identity" };
      const answer = await fetch(server.url + asked[index]?.[0], { redirect: "manual", headers });
      sizes.push((await answer.arrayBuffer()).byteLength);
    }
    const brewed = "BREW /api/shows HTTP/1.1\r\nHost: x\r\nX-Request-Id: line-of-brewing\r\n\r\n";
    await exchange({ port: server.port, packets: [brewed] });

    const lines = (await linesOf([...ids, "line-of-brewing"])).map((text) => requestLine.parse(JSON.parse(text)));

    expect(lines.map(({ method, route, status, tier }) => [method, route, status, tier])).toEqual([
      ...asked.map(([, ...logged]) => ["GET", ...logged]),
      ["OTHER", "/api/shows", 405, "public"],
    ]);
    expect(lines[0]?.bytes).toBe(sizes[0]);
  });

  test("has no key, cookie, password or token, in whichever part of a request it is sent", async () => {
    const staff = new CookieClient(server.url, "192.0.2.3");
    await staff.act("callback/credentials", administrator);
    const cookie = staff.cookie("next-auth.session-token") ?? expect.fail("There is no session.");
    const made = await staff.send("/api/keys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "for the log" }),
    });
    const { key } = (await made.json()) as { key: string };
    const statuses = new Set<number>();
    const ask = async (path: string, init: RequestInit = {}) =>
      statuses.add((await fetch(server.url + path, { redirect: "manual", ...init })).status);

    const secrets = [key, cookie, administrator.password, operatorToken];
    for (const one of secrets) {
      const text = encodeURIComponent(one);
      const json = JSON.stringify({ email: one, password: one, key: one, [one]: one });
      for (const head of ["Authorization", "Cookie", "X-Api-Key", "If-None-Match", "Referer", "User-Agent"])
        await ask("/api/shows", { headers: { [head]: one } });
      // The caller chooses the request id, and only keys are recognised there: a password looks like any other id.
      if (one === key || one === cookie) await ask("/api/shows", { headers: { "X-Request-Id": one } });
      for (const path of ["/api/shows", "/api/metrics"])
        await ask(path, { headers: { Authorization: `Bearer ${one}` } });
      for (const path of ["/api/shows", "/api/nothing", "/developers", "/api/auth/signin"])
        for (const target of [`${path}?key=${text}&token=${text}#${text}`, `${path}/${text}`]) await ask(target);
      for (const path of ["/api/shows", "/api/accounts", "/api/keys/found", "/api/auth/callback/credentials"])
        for (const body of [json, new URLSearchParams({ password: one, key: one, csrfToken: one })])
          await ask(path, {
            method: "POST",
            body,
            ...(body === json && { headers: { "Content-Type": "application/json" } }),
          });
      const method = bare(one);
      for (const packet of [
        `${method} /api/shows HTTP/1.1\r\nHost: x\r\n\r\n`,
        `GET /api/${text} HTTP/9\r\nX: ${text}\r\n\r\n`,
      ])
        await exchange({ port: server.port, packets: [packet] });
    }
    await ask("/api/shows", { headers: { "X-Request-Id": "the-last-of-the-log" } });
    await linesOf(["the-last-of-the-log"]);

    expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 404]));
    for (const one of secrets)
      for (const form of [one, encodeURIComponent(one), bare(one)])
        expect(server.output()).not.toContain(form.slice(12));
  });

  /** As a method can be. */
  const bare = (secret: string) => secret.replace(/[^\w-]/g, "").slice(0, 60);
});

test.each([
  "/nothing",
  "//api/shows",
  "/x/..%2Fapi/shows",
  "/API/shows",
  "/api\\shows",
  "/_next/data/x/api/shows.json",
  "/_next/image?url=%2Fapi%2Fshows&w=640&q=75",
  "/_next/static/..%2f..%2f..%2fpackage.json",
  "/_next/../../package.json",
  "/.env",
  "/;/api/shows",
  "/%00",
  "/%0d%0aSet-Cookie:%20a=b",
  "/?_rsc=1",
  `/${"a/".repeat(3000)}`,
  `/?${"a=1&".repeat(2000)}`,
])("an unusual page request neither makes Next fail nor reaches the API through Next: %s", async (target) => {
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

test("/.well-known/security.txt has the contact for vulnerabilities and an expiry date (RFC 9116)", async () => {
  const response = await fetch(`${server.url}/.well-known/security.txt`);
  const text = await response.text();
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1] ?? expect.fail(`no ${name}`);

  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(field("Contact")).toMatch(/^(mailto:|https?:\/\/)/);
  expect(field("Canonical")).toBe(`${server.url}/.well-known/security.txt`);
  const days = (Date.parse(field("Expires")) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("a static asset is sent as compressed by the build, and cacheable for a year; a missing one is 404", async () => {
  const page = await (await fetch(server.url)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0] ?? expect.fail("The page has no script.");
  const ask = (encodings: string, method = "GET") =>
    fetch(server.url + script, { method, headers: { "Accept-Encoding": encodings } });
  const answers = await Promise.all([ask("gzip, deflate, br"), ask("gzip"), ask("identity"), ask("br", "HEAD")]);

  const steady = ["cache-control", "vary", "x-content-type-options", "content-type"];
  for (const { status, headers } of answers)
    expect([status, ...steady.map((name) => headers.get(name))]).toEqual([
      ...[200, "public,max-age=31536000,immutable", "Accept-Encoding", "nosniff"],
      expect.stringContaining("javascript"),
    ]);
  expect(answers.map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip", null, "br"]);
  const [brotli, gzip, plain, looked] = await Promise.all(answers.map((answer) => answer.text()));
  expect([brotli, gzip, looked]).toEqual([plain, plain, ""]);
  expect((await fetch(`${server.url}/_next/static/chunks/nothing.js`)).status).toBe(404);
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
    ["/suggestions/zzz", 404],
    ["/docs/zzz", 404],
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

describe.skipIf(!everyDatabaseKind.includes("server"))("while the database is away", { tags: ["full"] }, () => {
  test("no page is a 500, and each that needs it is a whole one with 503 and Retry-After", async () => {
    const settings = await databaseOfTest("server");
    const proxy = await startFaultProxy(settings["DATABASE_URL"] ?? "");
    onTestFinished(proxy.close);
    const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
    const own = { NEXTAUTH_URL: "http://localhost:3000", NEXTAUTH_SECRET: "the test's own, a long random text" };
    const program = await startServer({ ...own, DATABASE_URL: proxy.url, ADMIN_EMAIL, ADMIN_PASSWORD });
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
