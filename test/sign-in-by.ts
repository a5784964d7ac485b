import type { CredentialsConfig } from "next-auth/providers/credentials";
import { DeviceCookie } from "../lib/accounts/sign-in/device-cookie.ts";
import { authOptions } from "../lib/accounts/next-auth/options.ts";
import { createSession } from "../lib/accounts/sign-in/sessions.ts";
import { encodeSessionToken, sessionCookieHeader } from "../lib/accounts/sign-in/session-cookie.ts";
import type { Infrastructure } from "../lib/infrastructure.ts";

interface Place {
  /** Of the service. */
  origin: string;
  /** The client's IP address. */
  address: string;
}

interface SignInAnswer {
  /** The code of the error in the address to go to; null after a sign-in. */
  error: string | null;
  /** The session's `Cookie` header. */
  cookie: string | null;
}

/** Signs in by one of our providers of next-auth, without Next around it. */
export async function signInBy(
  infrastructure: Infrastructure,
  { origin, address }: Place,
  provider: "credentials" | "passkey",
  fields: Record<string, string>,
): Promise<SignInAnswer> {
  const { sessionSecret, database, now } = infrastructure;
  const source = { address, userAgent: null };
  const { providers } = authOptions({
    ...infrastructure,
    source,
    origin,
    isGone: () => false,
    releaseSlot: () => undefined,
    cookies: undefined,
    device: new DeviceCookie(undefined, sessionSecret),
    capture: (work) => work,
  });
  const { authorize } = providers.find(({ id }) => id === provider) as CredentialsConfig;
  try {
    // Ours read no request.
    const user = await authorize(fields, {});
    if (!user) return { error: "CredentialsSignin", cookie: null };
    const manner = { provider: null, isByPasskey: provider === "passkey", source };
    const token = await createSession(database, user.id, now, manner);
    return { error: null, cookie: sessionCookieHeader(await encodeSessionToken(token, sessionSecret)) };
  } catch (error) {
    // next-auth puts the message into the address.
    return { error: error instanceof Error ? error.message : String(error), cookie: null };
  }
}
