import "server-only";
import type { OAuthConfig, UserinfoEndpointHandler } from "next-auth/providers/oauth";
import type { Env } from "../../settings/env.ts";

/** The claims that we read, by their OpenID Connect names. */
export interface ProviderProfile {
  /** Unique at this provider, and never reassigned. */
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
}

export type ProviderSettings = Pick<Env, Extract<keyof Env, `${"GITHUB" | "GOOGLE" | "OIDC"}_${string}`>>;

/** openid-client's token set, whose identity token is already verified; next-auth's type lacks some of its members. */
type Client = Parameters<NonNullable<UserinfoEndpointHandler["request"]>>[0]["client"];
type Received = Exclude<Parameters<Client["userinfo"]>[0], string>;

/** The external providers that the settings configure. */
export function externalProviders(settings: ProviderSettings): OAuthConfig<ProviderProfile>[] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_ID, GOOGLE_SECRET } = settings;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME = "Single sign-on" } = settings;
  return [
    ...(GITHUB_ID && GITHUB_SECRET ? [github(GITHUB_ID, GITHUB_SECRET)] : []),
    ...(GOOGLE_ID && GOOGLE_SECRET
      ? [openid("google", "Google", "https://accounts.google.com", GOOGLE_ID, GOOGLE_SECRET)]
      : []),
    ...(OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
      ? [openid("oidc", OIDC_NAME, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET)]
      : []),
  ];
}

/** Some providers send the claim as a string. */
export function hasVerifiedEmail({ email_verified: word }: ProviderProfile): boolean {
  return word === true || word === "true";
}

/** What next-auth keeps of a person; `linkExternalAccount` checks the name and the address of the claims. */
const profile = ({ sub: id }: ProviderProfile) => ({ id });

function openid(
  id: string,
  name: string,
  issuer: string,
  clientId: string,
  clientSecret: string,
): OAuthConfig<ProviderProfile> {
  return {
    id,
    name,
    type: "oauth",
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    clientId,
    clientSecret,
    userinfo: {
      // Some providers send the address in the identity token, others in the user info.
      request: async ({ client, tokens }) => {
        const set = tokens as Received;
        const userInfo = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(set) : {};
        const claims = set.claims();
        // The subject is unique only within its issuer.
        return { ...userInfo, ...claims, sub: `${claims.iss} ${claims.sub}` };
      },
    },
    profile,
  };
}

function github(clientId: string, clientSecret: string): OAuthConfig<ProviderProfile> {
  return {
    id: "github",
    name: "GitHub",
    type: "oauth",
    authorization: { url: "https://github.com/login/oauth/authorize", params: { scope: "read:user user:email" } },
    token: "https://github.com/login/oauth/access_token",
    userinfo: {
      url: "https://api.github.com/user",
      request: async ({ tokens }) => githubProfile(String(tokens.access_token)),
    },
    issuer: "https://github.com/login/oauth",
    checks: ["pkce", "state"],
    clientId,
    clientSecret,
    profile,
  };
}

/** Reads a profile in two requests, because GitHub lists addresses, and whether each is verified, in a separate response. */
async function githubProfile(accessToken: string): Promise<ProviderProfile> {
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`https://api.github.com/${path}`, {
      headers: { Authorization: `Bearer ${accessToken}`, Accept: "application/vnd.github+json" },
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status} for ${path}.`);
    return response.json();
  };
  const user = (await ask("user")) as { id: number; login: string; name?: string | null };
  const addresses = (await ask("user/emails")) as { email: string; primary: boolean; verified: boolean }[];
  const { email, verified } = addresses.find(({ primary }) => primary) ?? {};
  return { sub: String(user.id), name: user.name ?? user.login, email, email_verified: verified };
}
