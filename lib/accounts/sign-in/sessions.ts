import "server-only";
import { randomBytes } from "node:crypto";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { sessionIdOf, sessionSeconds, type SessionToken } from "./session-cookie.ts";
import { describeDevice } from "./device.browser.ts";
import { deleteSession, insertSession } from "./session-queries.ts";
import { shortAddress } from "../../core/client-address.ts";
import { unknownSource, type RequestSource } from "../security-log/source.ts";

/** Per account (contract §7). */
const maxSessions = 20;

export interface SignInMethod {
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
  await insertSession(database, session, maxSessions, { source, loggedProvider: isByPasskey ? "passkey" : provider });
  return ticket;
}

/** Signs out for good: a replayed cookie has no session. */
export async function endSession(
  database: Database,
  sessionToken: SessionToken,
  source = unknownSource,
): Promise<void> {
  await deleteSession(database, sessionIdOf(sessionToken), source);
}
