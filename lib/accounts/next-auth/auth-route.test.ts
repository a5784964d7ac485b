import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET, POST } from "../../../app/api/auth/[...nextauth]/route.ts";
import { endlessBody } from "../../../test/raw-http.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { CookieClient } from "../../../test/cookie-client.ts";
import { until } from "../../../test/until.ts";
import { processSingleton } from "../../core/process-singleton.ts";
import { DatabaseNotMigratedError } from "../../db/database.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { parseCookies } from "./run-next-auth.ts";

/** Where `lib/http/shared-infrastructure.ts` keeps the infrastructure of this process. */
const shared = processSingleton<{ opened?: Promise<Infrastructure> }>("infrastructure", () => ({}));
const origin = "https://listings.example";
const settings = { OIDC_ISSUER: "http://127.0.0.1:9", OIDC_CLIENT_ID: "ours", OIDC_CLIENT_SECRET: "a secret" };
const service = useService(fastestDatabase, { settings: { ...settings, CLIENT_ADDRESS: "forwarded:1" } });
afterEach(() => delete shared.opened);

describe.each(["our own server", "another host"])("below /api/auth on %s", (host) => {
  function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    if (host === "our own server") return service.get(`/api/auth/${path}`, { redirect: "manual", ...init, method });
    shared.opened = Promise.resolve(service.infrastructure);
    return GET(new Request(`${origin}/api/auth/${path}`, { ...init, method }));
  }

  test.each([
    ["GET", "csrf", 200],
    ["GET", "session", 200],
    ["GET", "providers", 200],
    ["GET", "error?error=AccessDenied", 302],
    ["GET", "verify-request", 302],
    ["GET", "signin", 302],
    ["GET", "signin?callbackUrl=/developers%23keys", 302],
    ["POST", "signin/oidc", 302],
    ["POST", "signin/credentials", 302],
    ["GET", "signout", 302],
    ["POST", "signout", 302],
    ["POST", "callback/credentials", 302],
    ["GET", "callback/oidc?code=1&state=2", 302],
    ["HEAD", "session", 200],
  ])("%s %s reaches next-auth", async (method, path, status) => {
    expect((await send(method, path)).status).toBe(status);
  });

  test.each([
    ["GET", "nothing"],
    ["POST", "_log"],
    ["GET", "constructor"],
    ["GET", "session/oidc"],
    ["GET", "signin/unknown"],
    ["POST", "signin/github"],
    ["GET", "callback"],
    ["GET", "callback/unknown"],
    ["GET", "callback/oidc/more"],
  ])("%s %s gets a 404 in JSON", async (method, path) => {
    const answer = await send(method, path);

    expect([answer.status, await answer.json()]).toEqual([404, { error: "Not found" }]);
  });

  test.each([
    ["POST", "session", "GET, HEAD"],
    ["POST", "error", "GET, HEAD"],
    ["POST", "csrf", "GET, HEAD"],
    ["PUT", "signout", "GET, HEAD, POST, OPTIONS"],
    ["GET", "callback/credentials", "POST"],
    ["GET", "callback/passkey", "POST"],
    ["POST", "callback/oidc", "GET"],
    // A HEAD that reached the callback would consume the code.
    ["HEAD", "callback/oidc", "GET"],
  ])("%s %s gets a 405, and Allow lists the methods", async (method, path, allow) => {
    const answer = await send(method, path);

    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  test.each([
    ["callbackUrl", "signin?callbackUrl=http://["],
    ["callbackUrl", "signin?callbackUrl=javascript:alert(1)"],
    ["callbackUrl", "signin?callbackUrl=developers"],
    ["error", "error?error=%0d%0aX"],
    ["error", "error?error="],
    ["error", `error?error=${"x".repeat(65)}`],
    ["error", "error?error=Configuration&error=%E2%80%AE"],
    ["error", "signin?error=%0d"],
  ])("what next-auth can't put into a header (%s in %s) is refused", async (field, path) => {
    const answer = await send("GET", path);

    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: field }] }]);
  });

  test.each([
    ["an answer", "GET", "csrf", {}, 200],
    ["a refused method", "POST", "session", {}, 405],
    ["a refused path", "GET", "callback/unknown", {}, 404],
    ["a refused address", "GET", "signin?callbackUrl=mailto:a@b.example", {}, 400],
    ["a foreign page", "POST", "signout", { origin: "https://elsewhere.example" }, 403],
  ])(
    "the response to %s is not cached, loads nothing and has a request id",
    async (_to, method, path, more, status) => {
      const answer = await send(method, path, { headers: { "X-Request-Id": "given-by-the-test", ...more } });

      expect(answer.status).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-request-id": "given-by-the-test",
      });
      for (const name of ["x-ratelimit-limit", "access-control-allow-origin"])
        expect([name, answer.headers.get(name)]).toEqual([name, null]);
    },
  );

  test.each<[which: string, body: string, status: number, headers?: HeadersInit]>([
    ["of 64 KiB is accepted", "x".repeat(65_536), 302],
    ["with one byte more is refused", "x".repeat(65_537), 413],
    ["that should be JSON and is not is refused", '{"email":', 400, { "content-type": "application/json" }],
  ])("a body %s", async (_which, body, status, headers) => {
    const answer = await send("POST", "callback/credentials", { body, ...(headers && { headers }) });
    expect(answer.status).toBe(status);
    if (status === 400) expect(await answer.json()).toMatchObject({ issues: [{ message: "The body is not JSON." }] });
  });

  test("each cookie has a header of its own, which the next response does not repeat", async () => {
    const [first, second] = [await send("GET", "csrf"), await send("GET", "csrf")];

    const names = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split("=", 1)[0]);
    expect(names(first)).toEqual(["next-auth.csrf-token", "next-auth.callback-url"]);
    expect(names(second)).toEqual(names(first));
    expect(first.headers.getSetCookie()[0]).not.toBe(second.headers.getSetCookie()[0]);
  });
});

test("on another host a body is read up to its limit and no further", async () => {
  shared.opened = Promise.resolve(service.infrastructure);
  const body = endlessBody();
  const init = { method: "POST", body: body.stream, duplex: "half" };
  const answer = await POST(new Request(`${origin}/api/auth/callback/credentials`, init));

  expect(answer.status).toBe(413);
  await body.cancelled;
  expect(body.taken()).toBeLessThan(70 * 1024);
});

test("on another host the response says what to do while the database is not prepared", async () => {
  shared.opened = Promise.reject(new DatabaseNotMigratedError("secret-host:5432/theatre", 3));
  const answer = await GET(new Request(`${origin}/api/auth/csrf`));

  const text = await answer.text();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(text).toContain("npm run db:migrate");
  expect(text).not.toContain("secret-host");
});

test.each([
  ["a=b; __Secure-next-auth.callback-url=mailto%3Aa%40b; c=d", { a: "b", c: "d" }],
  ["a=b; next-auth.callback-url=%2Fdevelopers", { a: "b", "next-auth.callback-url": "/developers" }],
  ["next-auth.callback-url=/%; a=b", { a: "b" }],
  ["next-auth.callback-url=http%3A%2F%2F[; a=b", { a: "b" }],
  ["next-auth.callback-url-not=b; a=%", { "next-auth.callback-url-not": "b" }],
  ["next-auth.callback-url=/x?a=b=c; a=b", { "next-auth.callback-url": "/x?a=b=c", a: "b" }],
])("of the cookies %j next-auth gets those that it can read", (header, cookies) => {
  expect(parseCookies(header)).toEqual(cookies);
});

describe("with an address of its own", () => {
  const service = useService(fastestDatabase, {
    settings: { NEXTAUTH_URL: origin, NEXTAUTH_SECRET: "a secret", CLIENT_ADDRESS: "forwarded:1" },
  });

  test.each([
    [origin, 302],
    ["http://127.0.0.1", 403],
  ])("a form from the origin %s gets %s", async (from, status) => {
    const headers = { origin: from === origin ? from : service.url };
    expect((await service.get("/api/auth/signout", { method: "POST", headers, redirect: "manual" })).status).toBe(
      status,
    );
  });

  test("cookies are for HTTPS, and addresses are its own, also when a client names another host", async () => {
    const headers = { "x-forwarded-host": "elsewhere.example", "x-forwarded-proto": "http" };
    const answer = await service.get("/api/auth/providers", { headers });
    const session = await service.get("/api/auth/session", { headers });

    expect(await answer.json()).toMatchObject({
      credentials: { callbackUrl: `${origin}/api/auth/callback/credentials` },
    });
    expect(session.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-next-auth\.csrf-token=.*; Secure/),
      expect.stringMatching(/^__Secure-next-auth\.callback-url=.*; Secure/),
    ]);
  });
});

describe("of many concurrent sign-ins", () => {
  const pending: (() => void)[] = [];
  let provider: Server;
  // Created before the service, which names it in its settings.
  beforeAll(async () => {
    provider = createServer((_request, response) => void pending.push(() => response.end())).listen(0, "127.0.0.1");
    await once(provider, "listening");
  });
  afterAll(() => void provider.close());
  const service = useService(fastestDatabase, () => {
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    return { settings: { ...settings, OIDC_ISSUER: issuer, CLIENT_ADDRESS: "forwarded:1" } };
  });

  test("from one address eight run, a hundred wait and the rest get 503; another address does not wait", async () => {
    const here = new CookieClient(service.url, "198.51.100.7");
    const elsewhere = new CookieClient(service.url, "198.51.100.8");
    const { csrfToken } = (await (await here.send("/api/auth/csrf")).json()) as { csrfToken: string };
    const signIn = () =>
      here.send("/api/auth/signin/oidc", { method: "POST", body: new URLSearchParams({ csrfToken }) });

    const many = Array.from({ length: 109 }, signIn);
    await until("eight ask the provider", () => pending.length === 8);
    const refused = await Promise.race(many);
    const other = elsewhere.act("signin/oidc");
    await until("one from elsewhere asks too", () => pending.length === 9);
    const open = setInterval(() => pending.splice(0).forEach((respond) => respond()), 5);

    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await refused.json()).toMatchObject({ error: "Service unavailable" });
    const statuses = await Promise.all(many.map(async (answer) => (await answer).status));
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect((await other).status).toBe(200);
    clearInterval(open);
  });
});
