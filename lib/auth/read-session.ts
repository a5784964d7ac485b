import "server-only";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/connect.ts";
import { openTicket, sealedTickets, sessionIdOf } from "./cookie.ts";
import { preparedSessionQuery } from "./session-queries.ts";
import type { SessionUse } from "./session-use.ts";
import type { Session } from "./session.ts";

/** Finds out who is signed in by a request's `Cookie` header; null for nobody. */
export type SessionReader = (cookies: string | undefined) => Promise<Session | null>;

/**
 * Only the cookie counts, never an `Authorization` header, and only as long as the database
 * has the session and its account is not blocked.
 */
export function sessionReader(database: Database, secret: string, now: Clock, use: SessionUse): SessionReader {
  const find = preparedSessionQuery(database);
  return async (cookies) => {
    for (const sealed of sealedTickets(cookies)) {
      const ticket = await openTicket(sealed, secret);
      const at = now();
      const found = ticket && (await find(sessionIdOf(ticket), new Date(at)));
      if (!found) continue;
      use.note(found.session.id, at, found.lastUsedAt);
      return found.session;
    }
    return null;
  };
}
