import "server-only";
import { emailAddress } from "../accounts/schema.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/connect.ts";
import { isRightPassword } from "./password.ts";
import { findSignIn, forgetFailure, forgetOldSignIns, noteFailure, type Account } from "./queries.ts";

/** Contract §7. */
const windowMinutes = 15;
const windowMilliseconds = windowMinutes * 60_000;
const most = { perEmailAndAddress: 10, perAddress: 50 };
/** What no account has is not worth the work of finding out. */
const mostPasswordCharacters = 1_000;

export interface Credentials {
  email: string;
  password: string;
}

/**
 * The account that these belong to, blocked or not; null for a wrong password, an unknown
 * address and one too many tries alike, each after the same work.
 *
 * @param address where the request comes from.
 */
export async function signIn(
  database: Database,
  { email: sent, password }: Credentials,
  address: string,
  now: Clock,
): Promise<Account | null> {
  const email = emailAddress.safeParse(sent).data ?? "";
  // Noted before it is known whether it fails: many tries at once don't get past the limit together.
  const at = now();
  const place = { email, address, at: new Date(at), since: new Date(at - windowMilliseconds) };
  const failure = await noteFailure(database, place, most);
  const found = failure === null || email === "" ? null : await findSignIn(database.prisma, email);
  const isRight = await isRightPassword(password.slice(0, mostPasswordCharacters), found?.password ?? null);
  if (failure === null || !found || !isRight) return null;
  await forgetFailure(database, failure);
  const { password: _stored, ...account } = found;
  return account;
}

/** Sessions that are over, and failures that slow nobody down any more. */
export async function forgetOld(database: Database): Promise<void> {
  await forgetOldSignIns(database, windowMinutes);
}
