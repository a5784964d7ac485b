import "server-only";
import type { AccountRole } from "../db/generated/enums.ts";

/** A signed-in account, as the database has it at this moment (contract §2). */
export interface Session {
  /** SHA-256 of what its cookie names: it may be seen, and signs nobody in. */
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: AccountRole;
  /** When the person signed in, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The external provider that the person signed in at; null: with a password. */
  readonly provider: string | null;
}
