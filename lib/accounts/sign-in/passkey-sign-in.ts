import "server-only";
import { parseJson } from "../../core/json.browser.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { readPasskeySignIn, type PasskeyOwner } from "../second-factors/passkeys.ts";
import { deleteFailures, recordFailure } from "./queries.ts";
import { inFlightLimit, maxAttempts, windowMilliseconds } from "./sign-in.ts";

interface PasskeySignIn {
  /** The browser's response, as JSON. */
  response: string;
  /** The client's IP address. */
  address: string;
  /** Of the service's pages. */
  origin: string;
}

/**
 * Finds the account of a passkey that has answered a challenge, blocked or not. Returns null for any other response, and
 * after too many of them from one address.
 *
 * @throws AppError 503 when the address has too many attempts in progress.
 */
export async function signInByPasskey(
  database: Database,
  { response, address, origin }: PasskeySignIn,
  now: Clock,
): Promise<PasskeyOwner | null> {
  const at = now();
  const place = { email: "", address, at: new Date(at), since: new Date(at - windowMilliseconds) };
  const max = { ...maxAttempts, perEmailAndAddress: maxAttempts.perAddress };
  const failure = await inFlightLimit.run(address, () => recordFailure(database, place, max));
  if (!failure) return null;
  try {
    const context = { prisma: database.prisma, origin, now };
    const account = await readPasskeySignIn(context, parseJson(response));
    // Only a wrong response counts.
    if (account) await deleteFailures(database, [failure.id]);
    return account;
  } catch (error) {
    await deleteFailures(database, [failure.id]).catch(() => undefined);
    throw error;
  }
}
