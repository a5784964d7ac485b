import "server-only";
import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/connect.ts";
import { sessionSeconds, type Ticket } from "./cookie.ts";
import { deleteSession, insertSession } from "./queries.ts";

/** Signs an account in. What comes back goes into its cookie. */
export async function createSession(database: Database, accountId: string, now: Clock): Promise<Ticket> {
  const sid = randomBytes(32).toString("base64url");
  const at = now();
  const times = { createdAt: new Date(at), expiresAt: new Date(at + sessionSeconds * 1000) };
  await insertSession(database, { id: sid, accountId, ...times });
  return { sid };
}

/** Signs out for good: the cookie, replayed, is nobody's. */
export async function endSession(database: Database, { sid }: Ticket): Promise<void> {
  await deleteSession(database, sid);
}
