import "server-only";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { decodeSessionToken, encodedSessionTokens, sessionIdOf } from "./session-cookie.ts";
import { prepareSessionQuery } from "./session-queries.ts";
import type { SessionUsageRecorder } from "./session-usage-recorder.ts";
import type { Session } from "./session.ts";

/** Finds the session of a request by its `Cookie` header; null when it has none. */
export type SessionReader = (cookies: string | undefined) => Promise<Session | null>;

/**
 * Reads the cookie only, never `Authorization`. The database must have the session, and its account must not be
 * blocked.
 */
export function createSessionReader(
  database: Database,
  secret: string,
  now: Clock,
  use: SessionUsageRecorder,
): SessionReader {
  const find = prepareSessionQuery(database);
  return async (cookies) => {
    for (const sealed of encodedSessionTokens(cookies)) {
      const sessionToken = decodeSessionToken(sealed, secret);
      const at = now();
      const found = sessionToken && (await find(sessionIdOf(sessionToken), new Date(at)));
      if (!found) continue;
      use.record(found.session.id, at, found.lastUsedAt);
      return found.session;
    }
    return null;
  };
}
