import "server-only";
import { createHash } from "node:crypto";
import { decode, encode } from "next-auth/jwt";

/** Contract §2. next-auth counts the cookie's age, the database the session's. */
export const sessionSeconds = 8 * 3600;

/** next-auth's names: the first where the service is reached by https. */
const names = ["__Secure-next-auth.session-token", "next-auth.session-token"];

/** What next-auth's cookie holds: the name of a session, and nothing that could grow old. */
export interface Ticket {
  sid: string;
}

/** What the database has instead of it, so that no copy of the database makes a cookie. */
export function sessionIdOf({ sid }: Ticket): string {
  return createHash("sha256").update(sid).digest("hex");
}

/** The cookie's value, as next-auth itself would seal it. */
export function sealTicket({ sid }: Ticket, secret: string): Promise<string> {
  return encode({ token: { sid }, secret, maxAge: sessionSeconds });
}

/** Null for whatever was not sealed with this secret, or longer ago than a session lasts. */
export async function openTicket(sealed: string, secret: string): Promise<Ticket | null> {
  try {
    const sid = (await decode({ token: sealed, secret }))?.["sid"];
    return typeof sid === "string" && sid !== "" ? { sid } : null;
  } catch {
    return null;
  }
}

/** The sealed tickets in a `Cookie` header; next-auth cuts what is too long for one cookie into `name.0`, `name.1`, … */
export function sealedTickets(header: string | undefined): string[] {
  if (!header?.includes("next-auth.session-token")) return [];
  const cookies = new Map<string, string>();
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals).trim();
    if (equals > 0 && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim());
  }
  return names.map((name) => cookies.get(name) ?? joined(cookies, name)).filter((sealed) => sealed !== "");
}

function joined(cookies: Map<string, string>, name: string): string {
  let whole = "";
  for (let part = 0; cookies.has(`${name}.${part}`); part += 1) whole += cookies.get(`${name}.${part}`) ?? "";
  return whole;
}

/** Whether a `Cookie` header holds a ticket that was sealed with this secret; the session it names may be over. */
export async function holdsTicket(header: string | undefined, secret: string): Promise<boolean> {
  for (const sealed of sealedTickets(header)) if (await openTicket(sealed, secret)) return true;
  return false;
}

/** A `Cookie` header with this one in it. */
export function cookieOf(sealed: string): string {
  return `${names[1]}=${sealed}`;
}
