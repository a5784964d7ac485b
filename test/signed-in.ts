import { unknownSource } from "../lib/core/client-address.ts";
import { randomUUID } from "node:crypto";
import { sessionCookieHeader, encodeSessionToken, createSession } from "../lib/accounts/sign-in/sessions.ts";
import type { AccountRole } from "../lib/db/generated/enums.ts";
import { useFixture } from "./fixture.ts";
import { serveFrom, type TestService } from "./service.ts";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import { DeviceCookie } from "../lib/accounts/sign-in/device-cookie.ts";
import { authOptions } from "../lib/accounts/next-auth/options.ts";
import type { Infrastructure } from "../lib/infrastructure.ts";

/** As for an account without a password, because each of these is new. */
const manner = { provider: "google", source: unknownSource };

/** The session cookie of a new account with this role, made by the functions that next-auth's callbacks use. */
export async function signedIn(service: Pick<TestService, "infrastructure">, role: AccountRole): Promise<string> {
  return (await signedInAccount(service, role)).cookie;
}

export async function signedInAccount(
  { infrastructure: { database, now, sessionSecret } }: Pick<TestService, "infrastructure">,
  role: AccountRole,
): Promise<{ id: string; email: string; cookie: string }> {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await database.prisma.account.create({ data: { id, email, role } });
  const sealed = await encodeSessionToken(await createSession(database, id, now, manner), sessionSecret);
  return { id, email, cookie: sessionCookieHeader(sealed) };
}

/** The session cookie of a new editor of a service in another process, which has the same settings. */
export async function cookieOfEditor(settings: Record<string, string>): Promise<string> {
  const service = await serveFrom({ ...settings, SEED: "none" });
  const cookie = await signedIn(service, "editor");
  await service.close();
  return cookie;
}

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

type PublicRecord = Record<string, unknown> & { id: string };

interface Sent {
  status: number;
  etag: string;
  body: PublicRecord;
}

/** Sends requests with the session of one account, and parses JSON responses. */
export interface StaffClient {
  /** The unparsed response. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Sent>;
  /** The newest entries of the activity log. */
  activity(limit: number): Promise<PublicRecord[]>;
}

/** The client of a new account during the tests of this block. */
export function useStaff(service: TestService, role: "editor" | "admin" = "editor"): StaffClient {
  return useFixture(() => staffClient(service, role));
}

export async function staffClient(service: TestService, role: "editor" | "admin" = "editor"): Promise<StaffClient> {
  return staffClientWithCookie(await signedIn(service, role), service);
}

/** The same with an existing cookie, also for a service in another process. */
export function staffClientWithCookie(cookie: string, service: Pick<TestService, "get">): StaffClient {
  const ask: StaffClient["ask"] = (method, path, body, headers = {}) =>
    service.get(`/api/${path}`, {
      method,
      headers: { cookie, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const send: StaffClient["send"] = async (...given) => {
    const response = await ask(...given);
    return {
      status: response.status,
      etag: response.headers.get("etag") ?? "",
      body: (await response.json()) as PublicRecord,
    };
  };
  return {
    ask,
    send,
    activity: async (limit) => (await send("GET", `activity?limit=${limit}`)).body as unknown as PublicRecord[],
  };
}
