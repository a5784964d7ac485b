import "server-only";
import type { Account } from "../sign-in/queries.ts";
import type { ManagedAccountRow } from "../queries.ts";
import type { AccountRecord, ManagedAccount } from "../schema.browser.ts";

/** An account as the API shows it. */
export function serializeAccount({ id, email, name, role, blocked, created_at }: Account): AccountRecord {
  return { id, email, name, role, blocked, created_at: created_at.toISOString() };
}

/** What the account's owner sees of its password. */
export function serializePassword({
  hasPassword,
  passwordChangedAt,
}: {
  hasPassword: boolean;
  passwordChangedAt: Date;
}) {
  return { has_password: hasPassword, password_changed_at: hasPassword ? passwordChangedAt.toISOString() : null };
}

/** An account as an administrator sees it. */
export function serializeManagedAccount({ verified, role_to_confirm, ...account }: ManagedAccountRow): ManagedAccount {
  return { ...serializeAccount(account), verified, role_to_confirm };
}
