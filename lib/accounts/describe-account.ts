import "server-only";
import type { Account } from "../auth/queries.ts";
import type { AccountRecord } from "./schema.ts";

/** An account as the API shows it. */
export function describeAccount({ id, email, name, role, blocked, created_at }: Account): AccountRecord {
  return { id, email, name, role, blocked, created_at: created_at.toISOString() };
}
