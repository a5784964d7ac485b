import "server-only";
import { describeDevice } from "./device.browser.ts";
import { createDecipheriv, createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { insertSession, prepareSessionQuery, recordSessionUse } from "./session-queries.ts";
import type { Session } from "../../http/access/session.ts";
import { createUseRecorder, type UseRecorder } from "../use-recorder.ts";
import { shortAddress, unknownSource, type RequestSource } from "../../core/client-address.ts";

/** The lifetime in contract §2. next-auth limits the age of the cookie, the database that of the session. */
export const sessionSeconds = 8 * 3600;

/** next-auth's cookie names; the first is used under HTTPS. */
const names = ["__Secure-next-auth.session-token", "next-auth.session-token"];

/** The content of next-auth's cookie: the name of a session, and nothing that could become outdated. */
interface SessionToken {
  sid: string;
}

/** The session's id in the database: a hash, so that a copy of the database gives no valid cookies. */
export function sessionIdOf({ sid }: SessionToken): string {
  return createHash("sha256").update(sid).digest("hex");
}

/** The cookie's value, encoded by next-auth, which is loaded at the first sign-in, because it would delay each start. */
export async function encodeSessionToken({ sid }: SessionToken, secret: string): Promise<string> {
  const { encode } = await import("next-auth/jwt");
  return encode({ token: { sid }, secret, maxAge: sessionSeconds });
}

/**
 * Null for a value of another secret, or older than a session. Decodes what next-auth's `decode` does, a JWE in compact
 * form (RFC 7516 §7.1) with a direct key and AES-256-GCM; deriving the key each time would take longer than the rest.
 */
export function decodeSessionToken(sealed: string, secret: string): SessionToken | null {
  try {
    const [header = "", encryptedKey, iv, text, tag, ...more] = sealed.split(".");
    if (more.length > 0 || encryptedKey !== "" || !isOurHeader(header)) return null;
    const bytes = (part = "") => Buffer.from(part, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes(iv), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(header)).setAuthTag(bytes(tag));
    const claims: unknown = JSON.parse(Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString());
    const { sid, exp } = claims as Record<string, unknown>;
    const isValid = typeof sid === "string" && sid !== "" && typeof exp === "number" && exp * 1000 > Date.now();
    return isValid ? { sid } : null;
  } catch {
    return null;
  }
}

function isOurHeader(header: string): boolean {
  const { alg, enc, crit, zip } = JSON.parse(Buffer.from(header, "base64url").toString()) as Record<string, unknown>;
  return alg === "dir" && enc === "A256GCM" && crit === undefined && zip === undefined;
}

/** The key of the secret that was used last: a service has one. */
let derived: { secret: string; key: KeyObject } | undefined;

/** As next-auth derives it. */
function keyOf(secret: string): KeyObject {
  if (derived?.secret !== secret) {
    const bytes = hkdfSync("sha256", secret, "", "NextAuth.js Generated Encryption Key", 32);
    derived = { secret, key: createSecretKey(Buffer.from(bytes)) };
  }
  return derived.key;
}

/** The encoded session tokens in a `Cookie` header. next-auth splits a long value into `name.0`, `name.1`, … */
export function encodedSessionTokens(header: string | undefined): string[] {
  if (!header?.includes("next-auth.session-token")) return [];
  const cookies = new Map<string, string>();
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals).trim();
    if (equals > 0 && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim());
  }
  return names.map((name) => cookies.get(name) ?? joinChunks(cookies, name)).filter((sealed) => sealed !== "");
}

function joinChunks(cookies: Map<string, string>, name: string): string {
  let whole = "";
  for (let part = 0; cookies.has(`${name}.${part}`); part += 1) whole += cookies.get(`${name}.${part}`) ?? "";
  return whole;
}

/** A `Cookie` header with this encoded session token. */
export function sessionCookieHeader(sealed: string): string {
  return `${names[1]}=${sealed}`;
}

interface SignInMethod {
  /** The external provider; null for a password or a passkey. */
  provider: string | null;
  isByPasskey?: boolean;
  source: RequestSource;
}

/** Creates a session of an account. @returns the content of its cookie. */
export async function createSession(
  database: Database,
  accountId: string,
  now: Clock,
  { provider, isByPasskey = false, source }: SignInMethod = { provider: null, source: unknownSource },
): Promise<SessionToken> {
  const ticket = { sid: randomBytes(32).toString("base64url") };
  const at = now();
  const session = {
    id: sessionIdOf(ticket),
    account_id: accountId,
    provider,
    device: describeDevice(source.userAgent),
    address: shortAddress(source.address),
    created_at: new Date(at),
    expires_at: new Date(at + sessionSeconds * 1000),
  };
  await insertSession(database, session, source, isByPasskey ? "passkey" : provider);
  return ticket;
}

/** Reads the cookie only, never `Authorization`, and asks the database, where the account must not be blocked. */
export function createSessionReader(database: Database, secret: string, now: Clock, uses: UseRecorder) {
  const find = prepareSessionQuery(database);
  /** Finds the session of a request by its `Cookie` header; null when it has none. */
  const read = async (cookies: string | undefined): Promise<Session | null> => {
    for (const sealed of encodedSessionTokens(cookies)) {
      const sessionToken = decodeSessionToken(sealed, secret);
      const at = now();
      const found = sessionToken && (await find(sessionIdOf(sessionToken), new Date(at)));
      if (!found) continue;
      uses.record(found.session.id, at, found.lastUsedAt);
      return found.session;
    }
    return null;
  };
  /** Whether the header has a session token that we made; its session may have ended. */
  const hasToken = (cookies: string | undefined) =>
    encodedSessionTokens(cookies).some((sealed) => decodeSessionToken(sealed, secret) !== null);
  return Object.assign(read, { hasToken });
}

export function createSessionRecorder(database: Database): UseRecorder {
  return createUseRecorder(5 * 60_000, (uses) => recordSessionUse(database, uses));
}
