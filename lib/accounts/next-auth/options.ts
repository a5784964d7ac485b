import "server-only";
import type { RequestSource } from "../../core/client-address.ts";
import type { AuthOptions } from "next-auth";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import type { Infrastructure } from "../../infrastructure.ts";
import { findAccountOfIdentity, linkExternalAccount } from "../identity-queries.ts";
import { log } from "../../core/log.ts";
import type { DeviceCookie } from "../sign-in/device-cookie.ts";
import {
  sessionCookieHeader,
  decodeSessionToken,
  encodeSessionToken,
  sessionSeconds,
  createSession,
  sessionIdOf,
} from "../sign-in/sessions.ts";
import { externalProviders, hasVerifiedEmail, type ProviderProfile } from "../sign-in/providers.ts";
import { signInByPasskey, signIn } from "../sign-in/sign-in.ts";
import { deleteSession } from "../sign-in/session-queries.ts";

export const signInPage = "/sign-in";

export interface AuthContext extends Pick<
  Infrastructure,
  "database" | "settings" | "sessionSecret" | "readSession" | "now"
> {
  /** The source of the request. */
  source: RequestSource;
  /** Whether the client has disconnected. */
  isGone(): boolean;
  releaseSlot(): void;
  /** Of the service's pages, as the request names it. */
  origin: string;
  /** The request's `Cookie` header. */
  cookies: string | undefined;
  /** Receives the account of a password sign-in. */
  device: DeviceCookie;
  /** Records failures of our calls, which next-auth would report as the visitor's own, and a code that is required. */
  capture: <Value>(work: Promise<Value>) => Promise<Value>;
}

/** next-auth's options for this service: its cookie only names a session in our database. */
export function authOptions(parts: AuthContext): AuthOptions {
  const { database, settings, sessionSecret, readSession, now, source, cookies, capture } = parts;
  return {
    secret: sessionSecret,
    providers: [credentialsProvider(parts), passkeyProvider(parts), ...externalProviders(settings)],
    pages: { signIn: signInPage, error: signInPage, verifyRequest: signInPage, signOut: "/" },
    session: { strategy: "jwt", maxAge: sessionSeconds },
    jwt: {
      maxAge: sessionSeconds,
      encode: ({ token }) => encodeSessionToken({ sid: textField(token, "sid") }, sessionSecret),
      decode: async ({ token }) => {
        const session = token ? await capture(readSession(sessionCookieHeader(token))) : null;
        const sessionToken = token && session ? decodeSessionToken(token, sessionSecret) : null;
        return sessionToken && session ? { ...sessionToken, session } : null;
      },
    },
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (account?.type !== "oauth") return true;
        const { provider, providerAccountId: subject } = account;
        // next-auth asks about no one of whom the provider said nothing.
        const person = profile as ProviderProfile;
        const { email, name } = person;
        const claims = { provider, subject, email, name, isVerified: hasVerifiedEmail(person) };
        const admittance = await capture(linkExternalAccount(database, claims));
        return admittance === "joined" ? true : `${signInPage}?error=${refusals[admittance]}`;
      },
      jwt: async ({ token, user, account }) => {
        if (!account) return token;
        const { type, provider, providerAccountId: subject } = account;
        const person =
          type === "oauth" ? await capture(findAccountOfIdentity(database.prisma, { provider, subject })) : user;
        if (!person) throw new Error("A sign-in succeeded without an account.");
        // The new session replaces the one this browser had.
        const replaced = await capture(readSession(cookies));
        if (replaced) await capture(deleteSession(database, replaced.id, source));
        const method = { provider: type === "oauth" ? provider : null, isByPasskey: provider === "passkey", source };
        return { ...(await capture(createSession(database, person.id, now, method))) };
      },
      session: ({ session, token }) => ({ expires: session.expires, user: publicSession(token["session"]) }),
      redirect: ({ url, baseUrl }) => {
        const wanted = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
        return wanted?.origin === new URL(baseUrl).origin ? wanted.href : baseUrl;
      },
    },
    events: {
      signOut: async ({ token }) => {
        const sid = textField(token, "sid");
        if (sid !== "") await capture(deleteSession(database, sessionIdOf({ sid }), source));
      },
    },
    logger: {
      error: (code, details) => {
        // A cookie of an ended session is not an error.
        if (code !== "JWT_SESSION_ERROR") log.error({ code, reason: reasonOf(details) }, "Signing in or out failed.");
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

const refusals = { blocked: "AccessDenied", "no address": "NoAddress", taken: "OAuthAccountNotLinked" } as const;

function credentialsProvider(context: AuthContext): CredentialsConfig {
  const { database, settings, sessionSecret, now, source, device, isGone, releaseSlot, capture } = context;
  return {
    id: "credentials",
    name: "Email and password",
    type: "credentials",
    credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
    authorize: async (sentCredentials) => {
      const textOf = (name: string) => textField(sentCredentials, name);
      const credentials = { email: textOf("email"), password: textOf("password") };
      const second = { code: textOf("code").trim(), sessionSecret, settings };
      const options = { device, isGone, releaseSlot, second, userAgent: source.userAgent };
      return admitted(await capture(signIn(database, credentials, source.address, now, options)));
    },
  };
}

function passkeyProvider({ database, now, source, origin, capture }: AuthContext): CredentialsConfig {
  return {
    id: "passkey",
    name: "Passkey",
    type: "credentials",
    credentials: { response: { type: "text" } },
    authorize: async (credentials) => {
      const sent = { response: textField(credentials, "response"), address: source.address, origin };
      return admitted(await capture(signInByPasskey(database, sent, now)));
    },
  };
}

/** The user for next-auth, which puts the message of an error into the address of the sign-in page. */
function admitted(account: { id: string; blocked: boolean } | null): { id: string } | null {
  if (account?.blocked) throw new Error("AccessDenied");
  return account && { id: account.id };
}

/** Empty where there is no text of this name. */
function textField(sent: Record<string, unknown> | null | undefined, name: string): string {
  const value = sent?.[name];
  return typeof value === "string" ? value : "";
}

/** The user in the response of `/api/auth/session`. */
function publicSession(session: unknown) {
  if (typeof session !== "object" || session === null) return undefined;
  const { email, name, role } = session as Record<"email" | "name" | "role", string | null>;
  return { email, name, role };
}

function reasonOf(details: unknown): string {
  const inner = details instanceof Error ? details : (details as { error?: unknown } | null)?.error;
  return inner instanceof Error ? inner.message : "unknown";
}
