import "server-only";
import { emailAddress } from "../accounts/schema.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { processSingleton } from "../process-singleton.ts";
import { recordFailedSignIn } from "../security-log/queries.ts";
import { verifyPassword } from "./password.ts";
import {
  findSignIn,
  deleteFailure,
  deleteOldSignIns,
  recordFailure,
  type Account,
  type RecordedFailure,
} from "./queries.ts";
import { RecentDurations } from "./recent-durations.ts";
import { InFlightLimit } from "./in-flight-limit.ts";
import { BoundedDelays, type Delay } from "./bounded-delays.ts";

/** The period in which failed attempts count (contract §7). */
const windowMinutes = 15;
/** Requests for a link to reset a password have the same limits, counted by themselves. */
export const windowMilliseconds = windowMinutes * 60_000;
export const maxAttempts = { perEmailAndAddress: 10, perAddress: 50 };
/** From this many failures for one account on, each adds a second of delay, up to thirty (contract §7). */
const slowing = { from: 20, stepMilliseconds: 1_000, maxMilliseconds: 30_000 };
/** The limit for hashing. No stored password is longer. */
const maxPasswordCharacters = 1_000;

/** An attempt refused here costs no SQL. One address may have as many in progress as may fail for one account. */
const inFlightLimit = processSingleton("sign-in", () => new InFlightLimit(maxAttempts.perEmailAndAddress));
const durations = processSingleton("password-durations", () => new RecentDurations());
/** Upper bound on delayed attempts: at thirty seconds each, this many already keep the hashing queue fully busy. */
const boundedDelays = processSingleton("sign-in-waits", () => new BoundedDelays(300));

export interface Credentials {
  email: string;
  password: string;
}

interface SignInOptions {
  /** Whether the caller is known to have disconnected. */
  isGone: () => boolean;
  /** The `User-Agent` of the request, for the security log. */
  userAgent: string | null;
  /** Tests replace the wait. */
  wait: Delay;
}

/**
 * Finds the account with this address and password, blocked or not. Returns null, after the same time, for a wrong
 * password, an unknown address and too many attempts.
 *
 * @param address the client's IP address.
 * @throws AppError 503 when too many passwords are being checked; the attempt then does not count.
 */
export async function signIn(
  database: Database,
  { email: sent, password }: Credentials,
  address: string,
  now: Clock,
  { isGone = () => false, userAgent = null, wait = boundedDelays.wait }: Partial<SignInOptions> = {},
): Promise<Account | null> {
  const email = emailAddress.safeParse(sent).data ?? "";
  const failure = await inFlightLimit.run(address, async () => {
    // Recorded before the check, so that concurrent attempts can't exceed the limit together.
    const at = now();
    const place = { email, address, at: new Date(at), since: new Date(at - windowMilliseconds) };
    const noted = await recordFailure(database, place, maxAttempts);
    if (!noted) await delayLikeACheck(address, (milliseconds) => wait(milliseconds, isGone));
    return noted;
  });
  if (!failure) return null;
  try {
    const delay = email === "" ? 0 : slowdown(failure);
    if (delay > 0) await wait(delay, isGone);
    const account = isGone() ? undefined : await check(database, { email, password }, address);
    // Only a wrong password counts.
    if (account !== null) await deleteFailure(database, failure.id);
    else await recordFailedSignIn(database, failure.id, { address, userAgent });
    return account ?? null;
  } catch (error) {
    await deleteFailure(database, failure.id).catch(() => undefined);
    throw error;
  }
}

function slowdown({ before }: RecordedFailure): number {
  const steps = Math.max(0, before - slowing.from + 1);
  return Math.min(slowing.maxMilliseconds, steps * slowing.stepMilliseconds);
}

/** A throttled attempt is not hashed, but must take as long as a checked one. */
async function delayLikeACheck(address: string, wait: (milliseconds: number) => Promise<void>): Promise<void> {
  const known = durations.sample();
  if (known === null) await timed(() => verifyPassword("", null, address));
  else await wait(known);
}

function check(database: Database, { email, password }: Credentials, address: string): Promise<Account | null> {
  return timed(async () => {
    const found = email === "" ? null : await findSignIn(database.prisma, email);
    const isRight = await verifyPassword(password.slice(0, maxPasswordCharacters), found?.password ?? null, address);
    if (!found || !isRight) return null;
    const { password: _stored, ...account } = found;
    return account;
  });
}

async function timed<Value>(work: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await work();
  durations.add(performance.now() - startedAt);
  return value;
}

/** Deletes expired sessions, and failures that no longer count. */
export async function deleteExpiredSignIns(database: Database): Promise<void> {
  await deleteOldSignIns(database, windowMinutes);
}
