import "server-only";
import { randomInt } from "node:crypto";
import { emailAddress } from "../schema.browser.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { processSingleton } from "../../core/process-singleton.ts";
import { recordFailedSignIn } from "../security-log/security-log-queries.ts";
import type { DeviceCookie } from "./device-cookie.ts";
import { type HashOptions, verifyPassword } from "./password.ts";
import {
  findSignIn,
  deleteFailures,
  maxAttempts,
  recordFailure,
  type Account,
  type RecordedFailure,
} from "./sign-in-queries.ts";
import { boundDelays, limitInFlight, type Delay } from "./attempt-pacing.ts";
import { takeSecondStep, type SecondStep } from "./second-step.ts";
import { parseJson } from "../../core/json.browser.ts";
import { readPasskeySignIn } from "../second-factors/passkeys.ts";

/**
 * From this many failures for one account on, each adds a second of delay, up to thirty; up to five for an address with
 * fewer than three of them, so that others can't keep out an owner who comes from elsewhere (contract §7).
 */
const slowing = {
  from: 20,
  stepMilliseconds: 1_000,
  maxMilliseconds: 30_000,
  newcomer: { failures: 3, maxMilliseconds: 5_000 },
};
/** The limit for hashing. No stored password is longer. */
const maxPasswordCharacters = 1_000;

/** An attempt refused here costs no SQL. One address may have as many in progress as may fail for one account. */
const inFlightOf = processSingleton("sign-in", () => limitInFlight(maxAttempts.perEmailAndAddress));
/** Of the last password checks, in milliseconds. */
const durations = processSingleton("password-durations", (): number[] => []);
const maxDurations = 32;
/** Upper bound on delayed attempts: at thirty seconds each, this many already keep the hashing queue fully busy. */
const boundedDelay = processSingleton("sign-in-waits", () => boundDelays(300));

interface Credentials {
  email: string;
  password: string;
}

interface SignInOptions {
  /** What the browser remembers of earlier sign-ins; a right password is added to it. */
  device: DeviceCookie | null;
  /** Whether the caller is known to have disconnected. */
  isGone: () => boolean;
  /** Called before a delay, which takes up to thirty seconds and no work. */
  releaseSlot: () => void;
  /** Asks an account that has a second factor for a code; absent where its owner is signed in already. */
  second: SecondStep;
  /** The `User-Agent` of the request, for the security log. */
  userAgent: string | null;
  /** Tests replace the wait. */
  wait: Delay;
}

/**
 * The account with this address and password, blocked or not. Null, after the same time, for a wrong password or code,
 * an unknown address, and too many attempts. A browser that signed in to the account before is not delayed, and others at
 * its address can't keep it out: ten failures of its own within 15 minutes do, which count on the address too.
 * @throws AppError 503 when too many passwords are being checked; SecondFactorRequired. Neither attempt counts.
 */
export async function signIn(
  database: Database,
  { email: sent, password }: Credentials,
  address: string,
  now: Clock,
  options: Partial<SignInOptions> = {},
): Promise<Account | null> {
  const { device = null, isGone = () => false, second, userAgent = null, wait = boundedDelay } = options;
  const source = { address, userAgent };
  const pause = (milliseconds: number) => {
    options.releaseSlot?.();
    return wait(milliseconds, isGone);
  };
  const email = emailAddress.safeParse(sent).data ?? "";
  // Recorded before the check, so that concurrent attempts can't exceed the limit together.
  const record = (place: { email: string; address: string }) =>
    recordFailure(database, { ...place, at: new Date(now()) });
  const orDelay = async (recording: Promise<RecordedFailure | null>) => {
    const recorded = await recording;
    if (!recorded) await delayLikeACheck(address, pause);
    return recorded;
  };
  const here = { email, address };
  const knownAccount = await findKnownAccount(database, email, device);
  const ofBrowser = device && knownAccount !== null ? { email: "", address: `browser ${device.id}` } : null;
  const failure = ofBrowser ? await orDelay(record(ofBrowser)) : await inFlightOf(address, () => orDelay(record(here)));
  if (!failure) return null;
  const onAddress = ofBrowser ? await record(here) : failure;
  const failures = [failure.id, ...(onAddress ? [onAddress.id] : [])];
  try {
    const delay = email === "" || ofBrowser ? 0 : slowdown(failure);
    if (delay > 0) await pause(delay);
    const of = { knownAccount, isGone };
    const found = isGone() ? undefined : await timed(() => check(database, { email, password }, address, of));
    const at = now();
    const step = { at, knownBrowser: ofBrowser && device ? device.id : null, source };
    const isWrong =
      found === null ||
      (found && second && !(await takeSecondStep(database, { ...second, ...step, accountId: found.id })));
    // Only a wrong password or code counts.
    if (!isWrong) await deleteFailures(database, failures);
    else if (onAddress) await recordFailedSignIn(database, onAddress.id, source);
    if (!found || isWrong) return null;
    if (!found.blocked) device?.remember(found);
    const { password: _stored, ...account } = found;
    return account;
  } catch (error) {
    await deleteFailures(database, failures).catch(() => undefined);
    throw error;
  }
}

/** The account with this address, when the browser has signed in to it before; null otherwise. */
async function findKnownAccount(database: Database, email: string, device: DeviceCookie | null) {
  if (email === "" || !device?.hasMarks) return null;
  const found = await findSignIn(database.prisma, email);
  // Also for no account, so that both take the same time.
  const isKnown = device.hasSignedInTo(found ?? { id: "", password: null });
  return found && isKnown && !found.blocked ? found.id : null;
}

function slowdown({ before, same }: RecordedFailure): number {
  const { from, stepMilliseconds, maxMilliseconds, newcomer } = slowing;
  const max = same < newcomer.failures ? newcomer.maxMilliseconds : maxMilliseconds;
  return Math.min(max, Math.max(0, before - from + 1) * stepMilliseconds);
}

/** A throttled attempt is not hashed, but must take as long as a checked one. */
async function delayLikeACheck(address: string, wait: (milliseconds: number) => Promise<void>): Promise<void> {
  const known = durations[randomInt(Math.max(1, durations.length))];
  if (known === undefined) await timed(() => verifyPassword("", null, address));
  else await wait(known);
}

/** The account with its stored password; null for a wrong password or an unknown address. */
async function check(database: Database, { email, password }: Credentials, address: string, options: HashOptions) {
  const found = email === "" ? null : await findSignIn(database.prisma, email);
  const candidate = password.slice(0, maxPasswordCharacters);
  const isRight = await verifyPassword(candidate, found?.password ?? null, address, options);
  return isRight ? found : null;
}

async function timed<Value>(work: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await work();
  durations.push(performance.now() - startedAt);
  if (durations.length > maxDurations) durations.shift();
  return value;
}

/**
 * The account of a passkey, blocked or not. Null for any other response, and after too many of them from one address.
 * @param response the browser's, as JSON. @param origin of the service's pages. @throws AppError 503 when too busy.
 */
export async function signInByPasskey(
  database: Database,
  { response, address, origin }: { response: string; address: string; origin: string },
  now: Clock,
) {
  const place = { email: "", address, at: new Date(now()) };
  const max = { ...maxAttempts, perEmailAndAddress: maxAttempts.perAddress };
  const failure = await inFlightOf(address, () => recordFailure(database, place, max));
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
