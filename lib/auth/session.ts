import "server-only";
import type { AccountRole } from "../db/generated/enums.ts";

/** A signed-in account, as the database has it at this moment (contract §2). */
export interface Session {
  /** What the session is called where it may be seen: what its cookie holds can't be found out from it. */
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: AccountRole;
}
