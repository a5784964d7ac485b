import "server-only";
import { listSessions } from "../sign-in/session-queries.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import type { AccountSession } from "../schema.browser.ts";

/** An account's active sessions, newest first. @param currentId of the session of the request. */
export async function openSessionsOf(
  { database, now }: Pick<Infrastructure, "database" | "now">,
  accountId: string,
  currentId: string,
): Promise<AccountSession[]> {
  const sessions = await listSessions(database, accountId, new Date(now()));
  return sessions.map(({ id, device, address, created_at, last_used_at }) => ({
    id,
    current: id === currentId,
    device,
    address,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}
