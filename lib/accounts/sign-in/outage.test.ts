import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { firstAdministrator } from "../../../test/embedded-template.ts";
import { freePort } from "../../../scripts/services.mjs";
import { CookieClient } from "../../../test/cookie-client.ts";
import { startFaultProxy, type FaultProxy } from "../../../test/fault-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/databases.ts";
import { oneOfEach } from "../../../test/fixture.ts";
import { startIdentityProvider } from "../../../test/identity-provider.mjs";
import { startRealService, type RealService } from "../../../test/processes.ts";
import { until } from "../../../test/until.ts";

const cookieName = "next-auth.session-token";
const { email, password } = firstAdministrator;

let testDatabase: TestDatabase;
let proxy: FaultProxy;
let service: RealService;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let clients = 0;

describe.skipIf(inject("postgresUrl") === null)("while the database can't be reached", () => {
  beforeAll(async () => {
    provider = await startIdentityProvider();
    testDatabase = await createTestDatabase("server");
    proxy = await startFaultProxy(testDatabase.settings["DATABASE_URL"] ?? "");
    const port = String(await freePort());
    service = await startRealService({
      PORT: port,
      DATABASE_URL: proxy.url,
      NEXTAUTH_URL: `http://127.0.0.1:${port}`,
      NEXTAUTH_SECRET: "a secret that this file alone knows",
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    });
    provider.expect(`${service.origin}/api/auth/callback/oidc`);
  }, 600_000);
  beforeEach(async () => {
    await proxy.set("none");
    await until("it is ready", async () => (await browser().send("/api/health/ready")).status === 200);
  });
  afterAll(async () => {
    await service.stop();
    await proxy.close();
    await testDatabase.remove();
    provider.close();
  });

  oneOfEach(["refuse", "hang"] as const)(
    "(%s) neither a sign-in nor a sign-out is said to have happened, and the cookie is kept and works again afterwards",
    async (fault) => {
      const [stranger, client] = [browser(), await signedIn()];
      const token = async (one: CookieClient) =>
        ((await (await one.send("/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
      const form = async (one: CookieClient, fields: object) =>
        new URLSearchParams({ csrfToken: await token(one), json: "true", ...fields });
      const [toSignIn, toSignOut] = [await form(stranger, { email, password }), await form(client, {})];
      await proxy.set(fault);

      const answers = [
        await stranger.send("/api/auth/callback/credentials", { method: "POST", body: toSignIn }),
        await client.send("/api/auth/session"),
        await client.send("/api/auth/signout", { method: "POST", body: toSignOut }),
      ];

      for (const answer of answers) {
        expect([answer.status, await answer.json()]).toEqual([503, unavailable]);
        expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
        expect(answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(cookieName))).toEqual([]);
      }
      expect([stranger.cookie(cookieName), client.cookie(cookieName)]).toEqual([undefined, expect.any(String)]);
      await proxy.set("none");
      await until("the session is valid again", async () => (await client.whoAmI()) === email);
    },
  );

  test("pages are shown also to a person who was signed in", async () => {
    const client = await signedIn();
    await proxy.set("refuse");
    for (const page of ["/sign-in", "/sign-up", "/developers/found-a-key", "/", "/docs"]) {
      const answer = await client.send(page);
      expect([page, answer.status]).toEqual([page, 200]);
      expect(await answer.text()).toContain("<h1");
    }
  });

  test("a person who comes back from a provider sees the failure on the sign-in page", async () => {
    provider.become({ sub: "ada", email: "ada@example.com", email_verified: true });
    const client = browser();
    const { url } = await client.act("signin/oidc", { callbackUrl: "/developers" });
    const isBack = (address: string) => address.startsWith(`${service.origin}/api/auth/callback/oidc`);
    const back = (await client.follow(url, isBack)).at(-1) ?? "";
    await proxy.set("refuse");

    const answer = await client.send(back);

    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/sign-in?error=unavailable"]);
    const page = await (await client.send("/sign-in?error=unavailable")).text();
    expect(page).toContain("We can’t reach the database right now");
  });
});

const unavailable = {
  error: "Service unavailable",
  message: "The database can't be reached at the moment. Try again in a few seconds.",
};

function browser(): CookieClient {
  clients += 1;
  return new CookieClient(service.origin, `198.51.100.${clients}`);
}

async function signedIn(): Promise<CookieClient> {
  const client = browser();
  expect(await client.act("callback/credentials", { email, password })).toMatchObject({ status: 200 });
  expect(client.cookie(cookieName)).toBeDefined();
  return client;
}
