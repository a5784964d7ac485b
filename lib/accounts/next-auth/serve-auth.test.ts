import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { until } from "../../../test/until.ts";
import { isUsableUrl, withoutUnusableReturnUrl } from "./return-url.ts";
import { currentRequestClient } from "./request-client.ts";

/** The response of Next in these tests; `next-auth.test.ts` tests next-auth itself. */
const handedOver = [200, "a page"];

describe("below /api/auth", () => {
  const service = useService(fastestDatabase, {
    settings: { OIDC_ISSUER: "http://127.0.0.1:9", OIDC_CLIENT_ID: "ours", OIDC_CLIENT_SECRET: "a secret" },
  });

  test.each([
    ["GET", "csrf"],
    ["GET", "session"],
    ["GET", "providers"],
    ["GET", "error?error=AccessDenied"],
    ["GET", "verify-request"],
    ["GET", "signin"],
    ["GET", "signin?callbackUrl=/developers%23keys"],
    ["POST", "signin/oidc"],
    ["POST", "signin/credentials"],
    ["GET", "signout"],
    ["POST", "signout"],
    ["POST", "callback/credentials"],
    ["GET", "callback/oidc?code=1&state=2"],
  ])("%s %s reaches next-auth", async (method, path) => {
    const answer = await service.get(`/api/auth/${path}`, { method });

    expect([answer.status, await answer.text()]).toEqual(handedOver);
  });

  test("HEAD gets the response of GET without the body", async () => {
    const answer = await service.get("/api/auth/session", { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "6", ""]);
  });

  test.each([
    ["GET", "nothing"],
    ["POST", "_log"],
    ["GET", "constructor"],
    ["GET", "session/oidc"],
    ["GET", "signin/nobody"],
    ["POST", "signin/github"],
    ["GET", "callback"],
    ["GET", "callback/nobody"],
    ["GET", "callback/oidc/more"],
  ])("%s %s gets a 404 in JSON", async (method, path) => {
    const answer = await service.get(`/api/auth/${path}`, { method });

    expect([answer.status, await answer.json()]).toEqual([404, { error: "Not found" }]);
  });

  test.each([
    ["POST", "session", "GET, HEAD"],
    ["POST", "error", "GET, HEAD"],
    ["POST", "providers", "GET, HEAD"],
    ["POST", "verify-request", "GET, HEAD"],
    ["POST", "csrf", "GET, HEAD"],
    ["PUT", "signout", "GET, HEAD, POST"],
    ["DELETE", "session", "GET, HEAD"],
    ["GET", "callback/credentials", "POST"],
    ["POST", "callback/oidc", "GET"],
    // A HEAD that reached the callback would consume the code.
    ["HEAD", "callback/oidc", "GET"],
  ])("%s %s gets a 405, and Allow lists the methods", async (method, path, allow) => {
    const answer = await service.get(`/api/auth/${path}`, { method });

    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  test("an unusable return URL is refused", async () => {
    const answer = await service.get("/api/auth/signin?callbackUrl=http://[");
    const message = "must be a path that begins with /, or an http or https address, and not be long";
    const issues = [{ path: "callbackUrl", message }];
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: "Invalid request", message: "Invalid fields: callbackUrl.", issues },
    ]);
  });

  test.each([
    ["", true],
    ["/developers#keys", true],
    ["https://elsewhere.example/", true],
    ["http://[", false],
    ["javascript:alert(1)", false],
    ["mailto:a@b.example", false],
    ["developers", false],
    ["\0", false],
    [`/${"é".repeat(160)}`, false],
  ])("next-auth can work with the return URL %j: %s", (url, expected) => {
    expect(isUsableUrl(url)).toBe(expected);
  });

  test.each([
    ["error", "error=%0d%0aX"],
    ["error", "error="],
    ["error", `error=${"x".repeat(65)}`],
    ["error", "error=Configuration&error=%E2%80%AE"],
    ["signin", "error=%0d"],
  ])("what next-auth would put into a header (%s?%s) is refused", async (action, query) => {
    const answer = await service.get(`/api/auth/${action}?${query}`);

    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: query.split("=")[0] }] }]);
  });

  test.each([
    ["/api/auth", 404, "100"],
    ["/elsewhere/auth/session", 200, null],
  ])("%s is not below /api/auth", async (path, status, limit) => {
    const answer = await service.get(path);

    expect([answer.status, answer.headers.get("x-ratelimit-limit")]).toEqual([status, limit]);
    expect(answer.headers.get("content-security-policy")).not.toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test.each([
    ["of 64 KiB is accepted", "x".repeat(65_536), 200],
    ["with one byte more is refused", "x".repeat(65_537), 413],
    ["without a declared length is refused", new Blob(["x"]).stream(), 413],
  ])("a body %s", async (_which, body, status) => {
    const answer = await service.get("/api/auth/signout", { method: "POST", body, duplex: "half" } as RequestInit);

    expect(answer.status).toBe(status);
  });

  test.each([
    ["an answer", "GET", "csrf", 200],
    ["a refused method", "POST", "session", 405],
    ["a refused path", "GET", "callback/nobody", 404],
    ["a refused callback address", "GET", "signin?callbackUrl=mailto:a@b.example", 400],
  ])("the response to %s is not cached, loads nothing and has a request id", async (_what, method, path, status) => {
    const answer = await service.get(`/api/auth/${path}`, { method, headers: { "X-Request-Id": "given-by-the-test" } });

    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-request-id": "given-by-the-test",
    });
  });
});

describe("next-auth receives", () => {
  const handed: IncomingMessage[] = [];
  let addresses: string[] = [];
  const service = useService(fastestDatabase, {
    settings: { NEXTAUTH_URL: "https://theatre.example", NEXTAUTH_SECRET: "a secret", CLIENT_ADDRESS: "forwarded:1" },
    nextHandler: async (request, response) => {
      // As late as next-auth itself reads it.
      await new Promise((resolve) => setImmediate(resolve));
      addresses.push(currentRequestClient().address);
      handed.push(request);
      response.end();
    },
  });

  async function handedOf(path: string, init: RequestInit): Promise<IncomingMessage | undefined> {
    await service.get(`/api/auth/${path}`, init);
    return handed.pop();
  }

  test("HEAD as GET", async () => {
    expect((await handedOf("session", { method: "HEAD" }))?.method).toBe("GET");
  });

  test("the client's address per request, never from a header", async () => {
    addresses = [];
    await Promise.all(
      ["198.51.100.7", "198.51.100.8"].map((address) =>
        service.get("/api/auth/session", {
          headers: { "x-forwarded-for": address, "x-theatre-client-address": "203.0.113.9" },
        }),
      ),
    );

    handed.length = 0;
    expect(addresses.sort()).toEqual(["198.51.100.7", "198.51.100.8"]);
    expect(currentRequestClient().address).toBe("unknown");
  });

  test("none of the headers that request pages of Next", async () => {
    const headers = {
      "x-forwarded-for": "198.51.100.7",
      rsc: "1",
      "next-router-prefetch": "1",
      "x-rsc": "kept",
    };
    const seen = (await handedOf("session", { headers }))?.headers ?? {};

    const ofInterest = Object.keys(seen).filter((name) => /rsc|next|forwarded/.test(name));
    expect(Object.fromEntries(ofInterest.map((name) => [name, seen[name]]))).toEqual({
      "x-rsc": "kept",
      "x-forwarded-proto": "http",
    });
  });

  test.each([
    ["https://theatre.example", true],
    ["http://127.0.0.1", false],
  ])("a form from the origin %s reaches next-auth: %s", async (origin, isHanded) => {
    const headers = { origin: origin === "http://127.0.0.1" ? service.url : origin };

    expect((await handedOf("signout", { method: "POST", headers })) !== undefined).toBe(isHanded);
  });

  test("no cookie with a return URL that next-auth can't parse", async () => {
    const headers = { cookie: "a=b; __Secure-next-auth.callback-url=mailto%3Aa%40b; c=d" };
    expect((await handedOf("session", { headers }))?.headers.cookie).toBe("a=b; c=d");
    for (const [sent, kept] of [
      ["a=b; next-auth.callback-url=%2Fdevelopers", "a=b; next-auth.callback-url=%2Fdevelopers"],
      ["next-auth.callback-url=/%; a=b", " a=b"],
      ["next-auth.callback-url=http%3A%2F%2F[; a=b", " a=b"],
      ["next-auth.callback-url-not=%; a=b", "next-auth.callback-url-not=%; a=b"],
      ["next-auth.callback-url=/x?a=b=c; a=b", "next-auth.callback-url=/x?a=b=c; a=b"],
    ] as const)
      expect(withoutUnusableReturnUrl(sent)).toBe(kept);
  });
});

describe("of many concurrent sign-ins", () => {
  const withNext: string[] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const service = useService(fastestDatabase, {
    settings: { CLIENT_ADDRESS: "forwarded:1" },
    nextHandler: async (_request, response) => {
      withNext.push(currentRequestClient().address);
      await opened;
      response.end();
    },
  });
  test("from one address eight run, a hundred wait and the rest get 503; another address does not wait", async () => {
    const signIn = (address: string) =>
      service.get("/api/auth/callback/credentials", { method: "POST", headers: { "x-forwarded-for": address } });

    const many = Array.from({ length: 109 }, () => signIn("198.51.100.7"));
    await until("eight are with Next", () => withNext.length === 8);
    const refused = await Promise.race(many);
    const elsewhere = signIn("198.51.100.8");
    await until("one from elsewhere is with Next", () => withNext.includes("198.51.100.8"));
    open();

    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await refused.json()).toMatchObject({ error: "Service unavailable" });
    const statuses = await Promise.all([...many, elsewhere].map(async (answer) => (await answer).status));
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
});
