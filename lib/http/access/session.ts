import "server-only";
import type { AccountRole } from "../../db/generated/enums.ts";

/** A signed-in account as the database has it now (contract §2). */
export interface Session {
  /** SHA-256 of the cookie's session name: it may be shown, because it can't be used to sign in. */
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: AccountRole;
  /** When the person signed in, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The external provider of the sign-in; null for a password or a passkey. */
  readonly provider: string | null;
  /** The account has a password and no second factor. */
  readonly hasOnlyPassword: boolean;
}
