import "server-only";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { openTicket, sealedTickets, sessionIdOf } from "./session-cookie.ts";
import { preparedSessionQuery } from "./session-queries.ts";
import type { SessionUse } from "./session-use.ts";
import type { Session } from "./session.ts";

/** Finds the session of a request by its `Cookie` header; null when it has none. */
export type SessionReader = (cookies: string | undefined) => Promise<Session | null>;

/**
 * Reads the cookie only, never `Authorization`. The database must have the session, and its account must not be
 * blocked.
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
