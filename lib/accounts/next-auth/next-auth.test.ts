import { decode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstAdministrator, members } from "../../../scripts/embedded-template.mjs";
import { CookieClient } from "../../../test/cookie-client.ts";
import { startIdentityProvider } from "../../../test/identity-provider.mjs";
import { startRealService, type RealService } from "../../../test/real-service.ts";
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
  if (!known) throw new Error("More members are needed: scripts/embedded-template.mjs.");
  return known.email;
}

async function openAccount(email: string, name?: string): Promise<CookieClient> {
  const client = browser();
  const response = await client.send("/api/accounts", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, name }),
  });
  expect(response.status).toBe(201);
  return client;
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
    const client = await openAccount("ada@example.com", "Ada");

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

  test("the cookie only names a session, also after it is renewed", async () => {
    const [client, email] = [browser(), freshEmail()];
    await signIn(client, email);
    const first = client.cookie(cookieName);
    await client.whoAmI();
    const second = client.cookie(cookieName);

    expect(second).not.toBe(first);
    for (const token of [first, second]) {
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

  test("the cookie lasts eight hours, and is hidden from scripts and other sites", async () => {
    const [client, email] = [browser(), freshEmail()];
    await signIn(client, email);

    const { headers } = await client.send("/api/auth/session");
    const cookie = headers.getSetCookie().find((one) => one.startsWith(`${cookieName}=`)) ?? "";
    const lastsMinutes = (Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? "") - Date.now()) / 60_000;
    expect(lastsMinutes).toBeGreaterThan(8 * 60 - 5);
    expect(lastsMinutes).toBeLessThanOrEqual(8 * 60);
    for (const attribute of [/; httponly/i, /; samesite=lax/i, /; path=\/(;|$)/i]) expect(cookie).toMatch(attribute);
  });

  test("the device cookie stays after a sign-out, and signs no one in", async () => {
    const [client, email] = [browser(), freshEmail()];
    await signIn(client, email, "a wrong password");
    expect(client.cookie("theatre-device")).toBeUndefined();
    await signIn(client, email);
    const device = client.cookie("theatre-device");
    await client.act("signout");

    expect(device).toMatch(/^[\w-]{22}(\.[\w-]{22}){2}$/);
    expect(client.cookie("theatre-device")).toBe(device);
    expect(await client.whoAmI()).toBeNull();
    expect((await signIn(client, email, "a wrong password")).status).toBe(401);
  });

  test.each([
    ["http", false],
    ["https", true],
  ])("over %s, the device cookie is hidden from scripts and other paths, and Secure: %s", async (proto, isSecure) => {
    const [client, email] = [browser(), freshEmail()];
    const headers = { "x-forwarded-proto": proto };
    const { csrfToken } = (await (await client.send("/api/auth/csrf", { headers })).json()) as { csrfToken: string };
    const body = new URLSearchParams({ email, password, csrfToken, json: "true" });
    const answer = await client.send("/api/auth/callback/credentials", { method: "POST", headers, body });

    expect(answer.status).toBe(200);
    const [cookie = ""] = answer.headers.getSetCookie().filter((one) => one.startsWith("theatre-device="));
    for (const attribute of [/; HttpOnly/, /; SameSite=Lax/, /; Path=\/api\/auth;/]) expect(cookie).toMatch(attribute);
    expect(/; Secure/.test(cookie)).toBe(isSecure);
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

  test.each([
    "https://elsewhere.example/x",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "javascript:alert(1)",
    "http://[",
  ])("a sign-out never redirects to %s", async (callbackUrl) => {
    const { status, url } = await browser().act("signout", { callbackUrl });

    expect([status, new URL(url).origin]).toEqual([200, service.origin]);
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

  test.each(["http%3A%2F%2F%5B", "%", "javascript%3Aalert(1)"])(
    "a cookie with an unusable return URL (%s) does not prevent a sign-in",
    async (value) => {
      const [client, email] = [browser(), freshEmail()];
      client.setCookie("next-auth.callback-url", value);

      expect((await signIn(client, email)).status).toBe(200);
    },
  );

  test("a body that is not JSON gets 400", async () => {
    const answer = await browser().send("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"email":',
    });

    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { issues: [{ message: "The body is not JSON." }] },
    ]);
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

  test("ten wrong passwords throttle sign-in to one account from one address, even with the right password", async () => {
    const [owner, thief, email] = [browser(), browser(), freshEmail()];
    // Once there is a token, all attempts have the same.
    await thief.send("/api/auth/csrf");
    const wrong = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signIn(thief, email, `a wrong password ${index}`)),
    );

    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect((await signIn(thief, email.toUpperCase())).status).toBe(401);
    expect((await signIn(thief, freshEmail())).status).toBe(200);
    expect((await signIn(owner, email)).status).toBe(200);
  });

  test("a client can't forge the address on which wrong passwords are counted", async () => {
    const [thief, email] = [browser(), freshEmail()];
    for (let time = 0; time < 11; time += 1) {
      const { csrfToken } = (await (await thief.send("/api/auth/csrf")).json()) as { csrfToken: string };
      const last = await thief.send("/api/auth/callback/credentials", {
        method: "POST",
        headers: { "x-theatre-client-address": `203.0.113.${time}` },
        body: new URLSearchParams({
          email,
          password: time === 10 ? password : "a wrong password",
          csrfToken,
          json: "true",
        }),
      });
      expect(last.status).toBe(401);
    }
  });
});

describe("pages", () => {
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

  test("a developer gets 403 for the dashboard, an administrator sees it", async () => {
    const developer = browser();
    await signIn(developer, freshEmail());
    const admin = browser();
    await signIn(admin, firstAdministrator.email, firstAdministrator.password);

    expect((await developer.send("/dashboard")).status).toBe(403);
    expect((await admin.send("/dashboard")).status).toBe(200);
    expect((await browser().send("/dashboard")).headers.get("location")).toBe("/sign-in?callbackUrl=%2Fdashboard");
  });

  test.each(["https://elsewhere.example/x", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)"])(
    "a signed-in person is not redirected to %s",
    async (callbackUrl) => {
      const client = browser();
      await signIn(client, firstAdministrator.email, firstAdministrator.password);
      const answer = await client.send(`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`);

      expect(answer.headers.get("location")).toBe("/dashboard");
    },
  );
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

  test("an unverified address joins no account", async () => {
    await openAccount("gil@example.com");
    provider.become({ sub: "2", email: "gil@example.com", email_verified: false });

    const client = browser();
    expect(await comeIn(client)).toContain("error=OAuthAccountNotLinked");
    expect(await client.whoAmI()).toBeNull();
  });

  test("a person without an address gets no account", async () => {
    provider.become({ sub: "6", name: "Kit" });

    const client = browser();
    expect(await comeIn(client)).toContain("error=NoAddress");
    expect(await client.whoAmI()).toBeNull();
  });

  test("a verified address joins its account, and signs out the person who opened it unproven", async () => {
    const squatter = await openAccount("hal@example.com", "Hal (not really)");
    await signIn(squatter, "hal@example.com");
    const made = await squatter.send("/api/keys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "The squatter's" }),
    });
    const { key } = (await made.json()) as { key: string };
    const withKey = () => fetch(`${service.origin}/api/shows`, { headers: { authorization: `Bearer ${key}` } });
    expect((await withKey()).status).toBe(200);
    provider.become({ sub: "3", email: "hal@example.com", email_verified: true, name: "Hal" });

    const owner = browser();
    await comeIn(owner);
    expect(await owner.whoAmI()).toBe("hal@example.com");
    expect(await squatter.whoAmI()).toBeNull();
    expect((await signIn(browser(), "hal@example.com")).status).toBe(401);
    expect((await withKey()).status).toBe(401);
    expect(await (await owner.send("/api/account")).json()).toMatchObject({ name: "Hal" });
  });

  test("a blocked account is refused", async () => {
    provider.become({ sub: "4", email: "ida@example.com", email_verified: true });
    const client = browser();
    await comeIn(client);
    await block("ida@example.com");

    expect(await client.whoAmI()).toBeNull();
    expect(await comeIn(browser())).toContain("error=AccessDenied");
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
