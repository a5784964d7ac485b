import { afterEach, describe, expect, test, vi } from "vitest";
import { externalProviders, hasVerifiedEmail, type ProviderProfile, type ProviderSettings } from "./providers.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const none: ProviderSettings = {
  GITHUB_ID: undefined,
  GITHUB_SECRET: undefined,
  GOOGLE_ID: undefined,
  GOOGLE_SECRET: undefined,
  OIDC_ISSUER: undefined,
  OIDC_CLIENT_ID: undefined,
  OIDC_CLIENT_SECRET: undefined,
  OIDC_NAME: undefined,
};
const github = { GITHUB_ID: "id", GITHUB_SECRET: "secret" };
const google = { GOOGLE_ID: "id", GOOGLE_SECRET: "secret" };
const oidc = { OIDC_ISSUER: "https://id.example/", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" };

const namesOf = (settings: Partial<ProviderSettings>) =>
  externalProviders({ ...none, ...settings }).map(({ id, name }) => [id, name]);

test("the configured providers are offered completely", () => {
  expect(namesOf({})).toEqual([]);
  expect(namesOf({ GITHUB_ID: "id", GOOGLE_SECRET: "secret", OIDC_ISSUER: "https://id.example" })).toEqual([]);
  expect(namesOf({ ...github, ...google, ...oidc })).toEqual([
    ["github", "GitHub"],
    ["google", "Google"],
    ["oidc", "Single sign-on"],
  ]);
  expect(namesOf({ ...oidc, OIDC_NAME: "The Guild" })).toEqual([["oidc", "The Guild"]]);
  for (const missing of Object.keys({ ...github, ...google, ...oidc })) {
    expect([missing, ...namesOf({ ...github, ...google, ...oidc, [missing]: undefined })]).toHaveLength(3);
  }
});

test("only the provider's own response is accepted, and only in the browser that asked", () => {
  const offered = externalProviders({ ...none, ...github, ...google, ...oidc });

  expect(offered.map(({ id, type, idToken, checks }) => [id, type, idToken ?? false, checks])).toEqual([
    ["github", "oauth", false, ["pkce", "state"]],
    ["google", "oauth", true, ["pkce", "state", "nonce"]],
    ["oidc", "oauth", true, ["pkce", "state", "nonce"]],
  ]);
  expect(offered.map(({ wellKnown, token }) => wellKnown ?? token)).toEqual([
    "https://github.com/login/oauth/access_token",
    "https://accounts.google.com/.well-known/openid-configuration",
    "https://id.example/.well-known/openid-configuration",
  ]);
  // Also where the issuer does not end in a slash.
  const [bare] = externalProviders({ ...none, ...oidc, OIDC_ISSUER: "https://id.example" });
  expect(bare?.wellKnown).toBe("https://id.example/.well-known/openid-configuration");
});

test.each([
  [true, true],
  ["true", true],
  [false, false],
  ["false", false],
  [1, false],
  [undefined, false],
])("an address with email_verified %j is vouched for: %s", (email_verified, expected) => {
  expect(hasVerifiedEmail({ sub: "1", email: "ada@example.com", email_verified })).toBe(expected);
});

/** Runs a provider's own profile function on these responses. */
async function userinfo(settings: Partial<ProviderSettings>, context: unknown): Promise<ProviderProfile> {
  const [provider] = externalProviders({ ...none, ...settings });
  if (typeof provider?.userinfo !== "object" || !provider.userinfo.request)
    throw new Error("The provider has no user info request.");
  return (await provider.userinfo.request(
    context as Parameters<typeof provider.userinfo.request>[0],
  )) as ProviderProfile;
}

describe("GitHub", () => {
  const addresses = [
    { email: "old@example.com", primary: false, verified: true },
    { email: "ada@example.com", primary: true, verified: false },
  ];

  /** Replaces GitHub, which is outside the service: its responses to requests with the token, by path. */
  function answers(byPath: Record<string, unknown>): void {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
      expect(origin).toBe("https://api.github.com");
      expect(new Headers(init?.headers).get("authorization")).toBe("Bearer a token");
      const answer = byPath[pathname];
      return answer === undefined ? new Response("no", { status: 403 }) : Response.json(answer);
    });
  }
  const ask = () => userinfo(github, { tokens: { access_token: "a token" } });

  test.each([
    ["Ada Quill", addresses, { name: "Ada Quill", email: "ada@example.com", email_verified: false }],
    [null, [], { name: "ada", email: undefined, email_verified: undefined }],
  ])(
    "a person named %j is identified by their number, with their primary address, if any",
    async (name, emails, expected) => {
      answers({ "/user": { id: 7, login: "ada", name }, "/user/emails": emails });
      expect(await ask()).toEqual({ sub: "7", ...expected });
    },
  );

  test.each([[{}], [{ "/user": { id: 7, login: "ada" } }]])("a refusal signs no one in", async (byPath) => {
    answers(byPath);

    await expect(ask()).rejects.toThrow(/GitHub answered 403/);
  });
});

describe("OpenID Connect", () => {
  const claims = { iss: "https://id.example", sub: "ada", email: "ada@example.com", email_verified: true };
  const client = (endpoint: string | undefined) => ({
    issuer: { metadata: { userinfo_endpoint: endpoint } },
    userinfo: async () => ({ sub: "a-subject", name: "Ada", email: "eve@example.com", email_verified: "true" }),
  });
  const tokens = { claims: () => claims };

  test.each([
    ["https://id.example/me", { name: "Ada" }],
    [undefined, {}],
  ])(
    "signed claims override the user info of %s, if any, and the issuer is part of the subject",
    async (endpoint, more) => {
      const expected = { ...claims, ...more, sub: "https://id.example ada" };
      expect(await userinfo(oidc, { client: client(endpoint), tokens })).toEqual(expected);
    },
  );
});
