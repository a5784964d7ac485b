import "server-only";
import type { listSecurityEntries } from "../security-log/queries.ts";
import { securityLogEntry, type SecurityLogEntry } from "../security-log/schema.browser.ts";

type Stored = Awaited<ReturnType<typeof listSecurityEntries>>[number];

/**
 * An entry of the security log.
 *
 * @param owner the account that reads its own entries, and does not see the name and network of an administrator who
 *   changed it; null for an administrator, who sees everything.
 */
export function serializeSecurityEntry(entry: Stored, owner: string | null): SecurityLogEntry {
  const { id, at, account, action, detail } = entry;
  const isOthers = owner !== null && entry.by !== null && entry.by.id !== owner;
  const { by, address, user_agent } = isOthers ? { by: null, address: null, user_agent: null } : entry;
  const shown = { id: String(id), at: at.toISOString(), account, by, action, detail, address, user_agent };
  return securityLogEntry.parse(shown);
}
