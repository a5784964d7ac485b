import { decode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstAdministrator, members } from "../../../test/embedded-template.ts";
import { CookieClient } from "../../../test/cookie-client.ts";
import { startIdentityProvider } from "../../../test/identity-provider.mjs";
import { startRealService, type RealService } from "../../../test/processes.ts";
import { until } from "../../../test/until.ts";

const secret = "a secret that this file alone knows";
const cookieName = "next-auth.session-token";
/** The first start may include a build. */
const startMilliseconds = 600_000;

let service: RealService;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let clients = 0;
const unmet = [...(members["developer"] ?? [])];
const password = unmet[0]?.password ?? "";

beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startRealService({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    GITHUB_ID: "our-id-there",
    GITHUB_SECRET: "our secret there",
    NEXTAUTH_SECRET: secret,
    PUBLIC_DAILY_LIMIT: "1000000",
  });
  provider.expect(`${service.origin}/api/auth/callback/oidc`);
}, startMilliseconds);
afterAll(async () => {
  provider.close();
  await service.stop();
});

function browser(address?: string): CookieClient {
  clients += 1;
  return new CookieClient(service.origin, address ?? `198.51.100.${clients}`);
}

/** The address of a new account, which no other test uses. */
function freshEmail(): string {
  const known = unmet.shift();
  if (!known) throw new Error("More members are needed: test/embedded-template.ts.");
  return known.email;
}

const signIn = (client: CookieClient, email: string, given = password) =>
  client.act("callback/credentials", { email, password: given, callbackUrl: "/developers" });

async function block(email: string): Promise<void> {
  const admin = browser();
  await signIn(admin, firstAdministrator.email, firstAdministrator.password);
  const accounts = (await (await admin.send("/api/accounts")).json()) as { id: string; email: string }[];
  const { id } = accounts.find((account) => account.email === email) ?? { id: "" };
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ blocked: true });
  expect((await admin.send(`/api/accounts/${id}`, { method: "PUT", headers, body })).status).toBe(200);
}

describe("with a password", () => {
  test("a person signs in with the address in upper or lower case", async () => {
    const client = browser();
    const opened = await client.send("/api/accounts", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com", password, name: "Ada" }),
    });

    expect(opened.status).toBe(201);
    expect(await signIn(client, "ADA@example.com")).toEqual({ status: 200, url: `${service.origin}/developers` });
    const said = (await (await client.send("/api/auth/session")).json()) as { expires: string };
    expect(said).toEqual({
      user: { email: "ada@example.com", name: "Ada", role: "developer" },
      expires: new Date(said.expires).toISOString(),
    });
    expect((await client.send("/developers")).status).toBe(200);
    const quota = (await (await client.send("/api/quota")).json()) as { tier: string };
    expect(quota.tier).toBe("account");
  });

  test("the cookie only names a session, lasts eight hours, is hidden from scripts and other sites, and is renewed", async () => {
    const [client, email] = [browser(), freshEmail()];
    await signIn(client, email);
    const first = client.cookie(cookieName);

    const { headers } = await client.send("/api/auth/session");
    const cookie = headers.getSetCookie().find((one) => one.startsWith(`${cookieName}=`)) ?? expect.fail("No cookie.");
    const lastsMinutes = (Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? "") - Date.now()) / 60_000;
    expect(lastsMinutes).toBeGreaterThan(8 * 60 - 5);
    expect(lastsMinutes).toBeLessThanOrEqual(8 * 60);
    for (const attribute of [/; httponly/i, /; samesite=lax/i, /; path=\/(;|$)/i]) expect(cookie).toMatch(attribute);
    expect(client.cookie(cookieName)).not.toBe(first);
    for (const token of [first, client.cookie(cookieName)]) {
      const held = await decode({ token, secret });
      expect(Object.keys(held ?? {}).sort()).toEqual(["exp", "iat", "jti", "sid"]);
    }
  });

  test("a second sign-in in one browser replaces the session, which records browser and network", async () => {
    const [client, email] = [browser("198.51.100.250"), freshEmail()];
    const sessions = async () =>
      (await (await client.send("/api/account/sessions")).json()) as Record<string, unknown>[];
    await signIn(client, email);
    const [first] = await sessions();
    await signIn(client, email);

    const now = await sessions();
    expect(now).toMatchObject([{ current: true, device: "node", address: "198.51.100.0/24" }]);
    expect(now[0]?.["id"]).not.toBe(first?.["id"]);
  });

  test("the device cookie comes with a sign-in, Secure over HTTPS, stays after a sign-out, and signs no one in", async () => {
    const [client, email] = [browser(), freshEmail()];
    await signIn(client, email, "a wrong password");
    expect(client.cookie("theatre-device")).toBeUndefined();
    const headers = { "x-forwarded-proto": "https" };
    const { csrfToken } = (await (await client.send("/api/auth/csrf", { headers })).json()) as { csrfToken: string };
    const body = new URLSearchParams({ email, password, csrfToken, json: "true" });
    const answer = await client.send("/api/auth/callback/credentials", { method: "POST", headers, body });
    const [set] = answer.headers.getSetCookie().filter((one) => one.startsWith("theatre-device="));
    expect([answer.status, set]).toEqual([200, expect.stringContaining("; Secure")]);
    await signIn(client, email);
    const device = client.cookie("theatre-device");
    await client.act("signout");

    expect(client.cookie("theatre-device")).toBe(device);
    expect(await client.whoAmI()).toBeNull();
    expect((await signIn(client, email, "a wrong password")).status).toBe(401);
  });

  test("a sign-out ends the session for good: its replayed cookie has no session", async () => {
    const [client, email] = [browser(), freshEmail()];
    await signIn(client, email);
    const sealed = client.cookie(cookieName) ?? "";

    const out = await client.act("signout", { callbackUrl: "/" });

    expect(out.url).toBe(`${service.origin}/`);
    expect(client.cookie(cookieName)).toBeUndefined();
    client.setCookie(cookieName, sealed);
    expect((await client.send("/developers")).headers.get("location")).toContain("/sign-in");
    expect(await client.whoAmI()).toBeNull();
  });

  test("neither a sign-out nor the sign-in page of a signed-in person redirects to another site", async () => {
    const admin = browser();
    await signIn(admin, firstAdministrator.email, firstAdministrator.password);
    for (const callbackUrl of [
      "https://elsewhere.example/x",
      "//elsewhere.example",
      "/\\elsewhere.example",
      "javascript:alert(1)",
    ]) {
      const { status, url } = await browser().act("signout", { callbackUrl });
      expect([callbackUrl, status, new URL(url).origin]).toEqual([callbackUrl, 200, service.origin]);
      const answer = await admin.send(`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`);
      expect([callbackUrl, answer.headers.get("location")]).toEqual([callbackUrl, "/dashboard"]);
    }
  });

  test("an invalid cookie is dropped without an error in the log", async () => {
    const client = browser();
    client.setCookie(cookieName, "nobody's");
    const { headers } = await client.send("/api/auth/session");

    expect(client.cookie(cookieName)).toBeUndefined();
    // The access log has the last line of a request.
    const id = headers.get("x-request-id") ?? "";
    await until("its line is there", () => service.lines.some((line) => line.includes(id)));
    expect(service.lines.filter((line) => line.includes("JWT_SESSION_ERROR"))).toEqual([]);
  });

  test("a blocked person learns of the block only with the right password", async () => {
    const [client, email] = [browser(), freshEmail()];
    await block(email);

    const { status, url } = await signIn(client, email);
    expect([status, new URL(url).searchParams.get("error")]).toEqual([401, "AccessDenied"]);
    const wrong = await signIn(client, email, "a wrong password");
    expect(new URL(wrong.url).searchParams.get("error")).toBe("CredentialsSignin");
    expect(client.cookie(cookieName)).toBeUndefined();
  });

  test("a wrong token or another origin signs no one in", async () => {
    const [client, email] = [browser(), freshEmail()];
    const fields = { email, password, json: "true" };
    await client.send("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ ...fields, csrfToken: "made-up" }),
    });
    const { csrfToken } = (await (await client.send("/api/auth/csrf")).json()) as { csrfToken: string };
    const foreign = await client.send("/api/auth/callback/credentials", {
      method: "POST",
      headers: { origin: "https://elsewhere.example" },
      body: new URLSearchParams({ ...fields, csrfToken }),
    });

    expect(foreign.status).toBe(403);
    expect(client.cookie(cookieName)).toBeUndefined();
  });

  test("ten wrong passwords keep even the right one out from their address, which no client can forge, and from no other", async () => {
    const [owner, thief, email] = [browser(), browser(), freshEmail()];
    const { csrfToken } = (await (await thief.send("/api/auth/csrf")).json()) as { csrfToken: string };
    for (let time = 0; time < 11; time += 1) {
      const given = time === 10 ? password : "a wrong password";
      const last = await thief.send("/api/auth/callback/credentials", {
        method: "POST",
        headers: { "x-theatre-client-address": `203.0.113.${time}` },
        body: new URLSearchParams({ email: email.toUpperCase(), password: given, csrfToken, json: "true" }),
      });
      expect(last.status).toBe(401);
    }
    expect((await signIn(thief, freshEmail())).status).toBe(200);
    expect((await signIn(owner, email)).status).toBe(200);
  });
});

test.each([
  ["signin?callbackUrl=/developers", "/sign-in?callbackUrl=", "/developers"],
  ["signin", "/sign-in?callbackUrl=", ""],
  ["signout", "/", ""],
  ["error?error=AccessDenied", "/sign-in?error=AccessDenied", ""],
  ["verify-request", "/sign-in", ""],
])("next-auth's own page %s redirects to ours", async (asked, path, callbackPath) => {
  const answer = await browser().send(`/api/auth/${asked}`);

  const returnPath = path.endsWith("=") ? encodeURIComponent(service.origin + callbackPath) : "";
  const location = new URL(answer.headers.get("location") ?? "", service.origin);
  expect([answer.status, location.href]).toEqual([302, service.origin + path + returnPath]);
});

describe("at an external provider", () => {
  const isCallback = (url: string) => url.startsWith(`${service.origin}/api/auth/callback/oidc`);

  /** Follows the sign-in to the provider's response. @returns the callback URL in it. */
  async function asFarAsCallback(client: CookieClient): Promise<string> {
    const { url } = await client.act("signin/oidc", { callbackUrl: "/developers" });
    const back = (await client.follow(url, isCallback)).at(-1) ?? "";
    expect(isCallback(back)).toBe(true);
    return back;
  }
  const comeIn = async (client: CookieClient) =>
    (await client.send(await asFarAsCallback(client))).headers.get("location");

  test("a new person gets an account, and the same one the next time", async () => {
    provider.become({ sub: "1", email: "Fay@Example.com", email_verified: true, name: "Fay" });

    const first = browser();
    expect(await comeIn(first)).toBe(`${service.origin}/developers`);
    expect(await (await first.send("/api/account")).json()).toMatchObject({ email: "fay@example.com", name: "Fay" });
    provider.become({ sub: "1", email: "other@example.com", email_verified: true, name: "Fay" });
    const second = browser();
    await comeIn(second);
    expect(await second.whoAmI()).toBe("fay@example.com");
  });

  test.each([
    ["with an unverified address of an account", "OAuthAccountNotLinked", { sub: "2", email_verified: false }],
    ["without an address", "NoAddress", { sub: "6", email: undefined }],
    ["whose account is blocked", "AccessDenied", { sub: "4", email_verified: true }],
  ])("a person %s gets %s, and no session", async (_who, error, claims) => {
    const email = freshEmail();
    if (error === "AccessDenied") await block(email);
    provider.become({ email, ...claims });

    const client = browser();
    expect(await comeIn(client)).toContain(`error=${error}`);
    expect(await client.whoAmI()).toBeNull();
  });

  test("GitHub is asked with our id for verified addresses, and can redirect only to our callback", async () => {
    const { url } = await browser().act("signin/github", { callbackUrl: "/developers" });

    const asked = new URL(url);
    expect(asked.origin + asked.pathname).toBe("https://github.com/login/oauth/authorize");
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: "our-id-there",
      response_type: "code",
      scope: "read:user user:email",
      redirect_uri: `${service.origin}/api/auth/callback/github`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  test("a foreign state or a used code signs no one in", async () => {
    provider.become({ sub: "5", email: "jo@example.com", email_verified: true });
    const client = browser();
    const back = await asFarAsCallback(client);
    const stranger = browser();
    await stranger.act("signin/oidc", { callbackUrl: "/developers" });

    const forged = new URL(back);
    forged.searchParams.set("state", "made-up");
    expect((await browser().send(forged.href)).headers.get("location")).toContain("error=");
    expect((await stranger.send(back)).headers.get("location")).toContain("error=");
    expect(await stranger.whoAmI()).toBeNull();
    const told = await until(
      "the log tells of it",
      () => service.lines.find((line) => line.includes("state mismatch")),
      (line) => line !== undefined,
    );
    expect(JSON.parse(told ?? "")).toMatchObject({
      level: "error",
      code: "OAUTH_CALLBACK_ERROR",
      msg: "Signing in or out failed.",
    });

    const kept = ["state", "pkce.code_verifier", "nonce"].map((name) => `next-auth.${name}`);
    const values = kept.map((name) => client.cookie(name) ?? "");
    expect((await client.send(back)).headers.get("location")).toBe(`${service.origin}/developers`);
    await client.act("signout");
    for (const [index, name] of kept.entries()) client.setCookie(name, values[index] ?? "");
    expect((await client.send(back)).headers.get("location")).toContain("error=");
    expect(await client.whoAmI()).toBeNull();
  });
});
