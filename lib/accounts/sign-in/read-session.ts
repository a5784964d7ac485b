import "server-only";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { decodeSessionToken, encodedSessionTokens, sessionIdOf } from "./sessions.ts";
import { prepareSessionQuery, recordSessionUse } from "./session-queries.ts";
import type { Session } from "../../http/access/session.ts";
import { batch } from "../../core/batch.ts";

export interface SessionReader {
  /** Finds the session of a request by its `Cookie` header; null when it has none. */
  (cookies: string | undefined): Promise<Session | null>;
  /** Whether the header has a session token that we made; its session may have ended. */
  hasToken(cookies: string | undefined): boolean;
}

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
  const read = async (cookies: string | undefined) => {
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
  const hasToken = (cookies: string | undefined) =>
    encodedSessionTokens(cookies).some((sealed) => decodeSessionToken(sealed, secret) !== null);
  return Object.assign(read, { hasToken });
}

const minRecordIntervalMilliseconds = 5 * 60_000;

/** Records when sessions were last used, with few writes and without delaying requests. */
export class SessionUsageRecorder {
  readonly #record: (use: { id: string; at: number }) => Promise<void>;
  readonly #inFlight = new Map<string, Promise<void>>();

  constructor(database: Database) {
    this.#record = batch(async (uses: { id: string; at: number }[]) => {
      await recordSessionUse(database, uses);
      return uses.map(() => undefined);
    });
  }

  /** Records a use, unless the last recorded one is less than five minutes old. Never throws. */
  record(id: string, at: number, lastUsedAt: number): void {
    if (at - lastUsedAt < minRecordIntervalMilliseconds || this.#inFlight.has(id)) return;
    const noted = this.#record({ id, at })
      .catch(() => undefined)
      .finally(() => this.#inFlight.delete(id));
    this.#inFlight.set(id, noted);
  }

  /** Resolves when all uses are written, or their write has failed. */
  async flush(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }
}
