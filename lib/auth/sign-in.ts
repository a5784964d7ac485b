import "server-only";
import { emailAddress } from "../accounts/schema.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { onceAProcess } from "../process-singleton.ts";
import { isRightPassword } from "./password.ts";
import {
  findSignIn,
  forgetFailure,
  forgetOldSignIns,
  noteFailure,
  type Account,
  type NotedFailure,
} from "./queries.ts";
import { RecentDurations } from "./recent-durations.ts";
import { UnderWay } from "./in-flight-limit.ts";
import { Waits, type Wait } from "./bounded-delays.ts";

/** Contract §7. */
const windowMinutes = 15;
const windowMilliseconds = windowMinutes * 60_000;
const max = { perEmailAndAddress: 10, perAddress: 50 };
/** Contract §7: from this many failures for one account on, each adds a second of delay, up to thirty. */
const slowing = { from: 20, stepMilliseconds: 1_000, maxMilliseconds: 30_000 };
/** Longer than any stored password, so not worth hashing. */
const mostPasswordCharacters = 1_000;

/** An attempt refused here costs no SQL. One address may have as many in progress as may fail for one account. */
const underWay = onceAProcess("sign-in", () => new UnderWay(max.perEmailAndAddress));
const durations = onceAProcess("password-durations", () => new RecentDurations());
/** Upper bound on delayed attempts: at thirty seconds each, this many already keep the hashing queue fully busy. */
const waits = onceAProcess("sign-in-waits", () => new Waits(300));

export interface Credentials {
  email: string;
  password: string;
}

interface Ways {
  /** Whether the caller is known to have disconnected. */
  isGone: () => boolean;
  /** Tests replace the wait. */
  wait: Wait;
}

/**
 * The account with this address and password, blocked or not. Null, after the same time, for a wrong password, an
 * unknown address and too many attempts.
 *
 * @param address the client's IP address.
 * @throws AppError 503 when too many passwords are being checked; the attempt then does not count.
 */
export async function signIn(
  database: Database,
  { email: sent, password }: Credentials,
  address: string,
  now: Clock,
  { isGone = () => false, wait = waits.wait }: Partial<Ways> = {},
): Promise<Account | null> {
  const email = emailAddress.safeParse(sent).data ?? "";
  const failure = await underWay.run(address, async () => {
    // Recorded before the check, so that concurrent attempts can't exceed the limit together.
    const at = now();
    const place = { email, address, at: new Date(at), since: new Date(at - windowMilliseconds) };
    const noted = await noteFailure(database, place, max);
    if (!noted) await asLongAsACheck(address, (milliseconds) => wait(milliseconds, isGone));
    return noted;
  });
  if (!failure) return null;
  try {
    const delay = email === "" ? 0 : slowdown(failure);
    if (delay > 0) await wait(delay, isGone);
    const account = isGone() ? undefined : await check(database, { email, password }, address);
    // Only a wrong password counts.
    if (account !== null) await forgetFailure(database, failure.id);
    return account ?? null;
  } catch (error) {
    await forgetFailure(database, failure.id).catch(() => undefined);
    throw error;
  }
}

function slowdown({ before }: NotedFailure): number {
  const steps = Math.max(0, before - slowing.from + 1);
  return Math.min(slowing.maxMilliseconds, steps * slowing.stepMilliseconds);
}

/** A throttled attempt is not hashed, but must take as long as a checked one. */
async function asLongAsACheck(address: string, wait: (milliseconds: number) => Promise<void>): Promise<void> {
  const known = durations.draw();
  if (known === null) await timed(() => isRightPassword("", null, address));
  else await wait(known);
}

function check(database: Database, { email, password }: Credentials, address: string): Promise<Account | null> {
  return timed(async () => {
    const found = email === "" ? null : await findSignIn(database.prisma, email);
    const isRight = await isRightPassword(password.slice(0, mostPasswordCharacters), found?.password ?? null, address);
    if (!found || !isRight) return null;
    const { password: _stored, ...account } = found;
    return account;
  });
}

async function timed<Value>(work: () => Promise<Value>): Promise<Value> {
  const begun = performance.now();
  const value = await work();
  durations.note(performance.now() - begun);
  return value;
}

/** Deletes expired sessions, and failures that no longer count. */
export async function forgetOld(database: Database): Promise<void> {
  await forgetOldSignIns(database, windowMinutes);
}
