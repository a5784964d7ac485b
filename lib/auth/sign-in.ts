import "server-only";
import { emailAddress } from "../accounts/schema.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/connect.ts";
import { onceAProcess } from "../once-a-process.ts";
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
import { UnderWay } from "./under-way.ts";
import { Waits, type Wait } from "./waits.ts";

/** Contract §7. */
const windowMinutes = 15;
const windowMilliseconds = windowMinutes * 60_000;
const max = { perEmailAndAddress: 10, perAddress: 50 };
/** Contract §7: from so many failures for one account on, each delays the next try by a second, up to thirty. */
const slowing = { from: 20, stepMilliseconds: 1_000, maxMilliseconds: 30_000 };
/** What no account has is not worth the work of finding out. */
const mostPasswordCharacters = 1_000;

/** A try that is refused here costs no statement: as many from one address as may fail for one account. */
const underWay = onceAProcess("sign-in", () => new UnderWay(max.perEmailAndAddress));
const durations = onceAProcess("password-durations", () => new RecentDurations());
/** Of the slowed, thirty seconds each, more would not be slower: so many keep the hashing queue as busy as it can be. */
const waits = onceAProcess("sign-in-waits", () => new Waits(300));

export interface Credentials {
  email: string;
  password: string;
}

interface Ways {
  /** Whether it is known that the caller has hung up. */
  isGone: () => boolean;
  /** For tests, which have no time. */
  wait: Wait;
}

/**
 * The account that these belong to, blocked or not; null for a wrong password, an unknown
 * address and one too many tries alike, each after as long.
 *
 * @param address where the request comes from.
 * @throws AppError 503 where too many passwords are being checked; the try then does not count.
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
    // Noted before it is known whether it fails: many tries at once don't get past the limit together.
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
    // Only a password that was found wrong counts.
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

/** A throttled try is worth no hashing, and can't be told from another by its time. */
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

/** Sessions that are over, and failures that slow nobody down any more. */
export async function forgetOld(database: Database): Promise<void> {
  await forgetOldSignIns(database, windowMinutes);
}
