import "server-only";
import { createHash } from "node:crypto";
import { decode, encode } from "next-auth/jwt";

/** The lifetime in contract §2. next-auth limits the age of the cookie, the database that of the session. */
export const sessionSeconds = 8 * 3600;

/** next-auth's cookie names; the first is used under HTTPS. */
const names = ["__Secure-next-auth.session-token", "next-auth.session-token"];

/** The content of next-auth's cookie: the name of a session, and nothing that could become outdated. */
export interface SessionToken {
  sid: string;
}

/** The session's id in the database: a hash, so that a copy of the database gives no valid cookies. */
export function sessionIdOf({ sid }: SessionToken): string {
  return createHash("sha256").update(sid).digest("hex");
}

/** The cookie's value, encoded as next-auth does. */
export function encodeSessionToken({ sid }: SessionToken, secret: string): Promise<string> {
  return encode({ token: { sid }, secret, maxAge: sessionSeconds });
}

/** Null for a value that was not encoded with this secret, or longer ago than a session lasts. */
export async function decodeSessionToken(sealed: string, secret: string): Promise<SessionToken | null> {
  try {
    const sid = (await decode({ token: sealed, secret }))?.["sid"];
    return typeof sid === "string" && sid !== "" ? { sid } : null;
  } catch {
    return null;
  }
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

/** Whether a `Cookie` header has a session token encoded with this secret; its session may have ended. */
export async function hasSessionToken(header: string | undefined, secret: string): Promise<boolean> {
  for (const sealed of encodedSessionTokens(header)) if (await decodeSessionToken(sealed, secret)) return true;
  return false;
}

/** A `Cookie` header with this encoded session token. */
export function sessionCookieHeader(sealed: string): string {
  return `${names[1]}=${sealed}`;
}
