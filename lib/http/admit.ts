import "server-only";
import { endOfDaySeconds, utcDay } from "../clock.ts";
import type { Session } from "../auth/session.ts";
import type { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { tooManyRequests, retryAfter } from "../rate-limit/allowance.ts";
import type { Bucket, RateLimitResult, Tier, Versions } from "../rate-limit/limiter.ts";
import { identify, isRead, type Caller } from "./identify.ts";
import type { HttpRequest, Route, RateLimitStatus } from "./route.ts";

/** What became of a request at the counter. */
export interface Admission {
  readonly bucket: Bucket;
  readonly isAdmitted: boolean;
  /** Admitted whatever is left, and counted on nothing. */
  readonly isUncharged: boolean;
  /** Why it is refused whatever is left. */
  readonly refusal: AppError | null;
  readonly rateLimit: RateLimitStatus;
  readonly session: Session | null;
  /** Why it can't be said who is signed in. */
  readonly sessionError: AppError | null;
  readonly versions: Versions | null;
  /** The moment of the count, in milliseconds: the answer's own second, by which `reset` is right also at midnight. */
  readonly at: number;
}

/**
 * Identifies the caller, counts the request, and confirms the caller: the count also brings the version of the keys,
 * and where that is newer than the key at hand, the caller is identified again. Refused callers always pay.
 *
 * @param isFree whether to look at the count only.
 */
export async function admit(request: HttpRequest, infrastructure: Infrastructure, isFree: boolean): Promise<Admission> {
  const isUncharged = (caller: Caller) => isExempt(caller, request.method);
  const countFor = (caller: Caller) => {
    const isLook = (isFree && !caller.refusal) || isUncharged(caller);
    return countRequest(caller.bucket, isLook, infrastructure);
  };
  let caller = await identify(request, infrastructure);
  let counted = await countFor(caller);
  const { bucket, credential } = caller;
  const { versions } = counted.result;
  if (credential?.key && versions && versions.keys > credential.key.version) {
    infrastructure.keyCache.delete(credential.secret);
    caller = await identify(request, infrastructure);
    if (caller.bucket.subject !== bucket.subject) counted = await countFor(caller);
    else if (caller.bucket.limit !== bucket.limit)
      counted = await reapplyLimit(counted, bucket, caller.bucket, isFree, infrastructure);
  }
  if (!caller.refusal && caller.credential?.key) infrastructure.keyCache.recordUse(caller.credential.key);
  return toAdmission(caller, counted, isUncharged(caller));
}

/**
 * Whether a request pays nothing because its session can't be read: the address is not the caller's own, and
 * a write is refused before it is counted (contract §8).
 */
function isExempt({ bucket, refusal, sessionError }: Caller, method: string): boolean {
  return sessionError !== null && !refusal && (bucket.tier === "public" || !isRead(method));
}

/** Counts a request that was only looked at before. */
export async function countPeeked(looked: Admission, infrastructure: Infrastructure): Promise<Admission> {
  if (looked.isUncharged) return looked;
  return toAdmission(looked, await countRequest(looked.bucket, false, infrastructure), false);
}

interface CountResult {
  result: RateLimitResult;
  at: number;
}

/** A count that midnight overtook is made again: its day is over, and the answer is of the new one. */
async function countRequest(bucket: Bucket, isFree: boolean, { limiter, now }: Infrastructure): Promise<CountResult> {
  const ask = () => (isFree ? limiter.peek(bucket) : limiter.hit(bucket));
  const result = await ask();
  const at = now();
  if (utcDay(at) <= result.day) return { result, at };
  return { result: await ask(), at: now() };
}

/** The same bucket has got another limit. Whoever was admitted is counted, and not to be counted twice. */
async function reapplyLimit(
  counted: CountResult,
  before: Bucket,
  bucket: Bucket,
  isFree: boolean,
  infrastructure: Infrastructure,
): Promise<CountResult> {
  const { result, at } = counted;
  if (isFree || !result.isAdmitted) return countRequest(bucket, isFree, infrastructure);
  const used = before.limit - result.remaining;
  const remaining = Math.max(0, bucket.limit - used);
  return { result: { ...result, isAdmitted: used <= bucket.limit, remaining }, at };
}

/** What a count comes to for its caller. */
function toAdmission(
  { bucket, refusal, session, sessionError }: Omit<Caller, "credential">,
  { result, at }: CountResult,
  isUncharged: boolean,
): Admission {
  const { tier, limit } = bucket;
  const { isAdmitted, remaining, versions } = result;
  return {
    bucket,
    isAdmitted: isAdmitted || isUncharged,
    isUncharged,
    refusal,
    session,
    sessionError,
    versions,
    at,
    rateLimit: { tier, limit, remaining, reset: endOfDaySeconds(result.day) },
  };
}

/**
 * The 429 of contract §3, and one error for all callers who get the same text: a caller over the limit may ask thousands
 * of times a second, and to make error and body anew takes 3 µs, a tenth of such a request.
 */
function limitExceeded({ bucket: { tier, limit }, rateLimit: { reset }, at }: Admission): AppError {
  const wait = retryAfter(reset, at);
  const told = `${tier} ${limit} ${reset} ${wait}`;
  if (lastRefusal?.told !== told) lastRefusal = { told, error: rateLimitError(tier, limit, reset, at) };
  return lastRefusal.error;
}

const minuteMilliseconds = 60_000;
const minutesOfDay = 1_440;
const reservePerMinute = 60;

/**
 * Admits an account whose day is used up to its own keys and its own account, at most 60 times a minute (contract
 * §6): a leaked key can always be revoked. They are counted as requests are, so on all instances together.
 *
 * @returns why the request is refused; null when it is not.
 */
export async function drawOnReserve(
  route: Route | null,
  admission: Admission,
  { limiter, now }: Infrastructure,
): Promise<AppError | null> {
  const { bucket } = admission;
  if (!route || bucket.tier !== "account" || !ownPaths.test(route.path)) return limitExceeded(admission);
  const minute = Math.floor(now() / minuteMilliseconds);
  const subject = `${bucket.subject} ${minute % minutesOfDay}`;
  const { isAdmitted } = await limiter.hit({ tier: "account", subject, limit: reservePerMinute });
  if (isAdmitted) return null;
  const reset = ((minute + 1) * minuteMilliseconds) / 1000;
  const message = `The limit of ${bucket.limit} requests per day of this account was exceeded. Its keys and the account itself can still be asked ${reservePerMinute} times a minute.`;
  return tooManyRequests({ limit: reservePerMinute, reset, message }, now());
}

/** Not `/accounts`, which is everybody's. */
const ownPaths = /^\/(keys|account)(\/|$)/;

let lastRefusal: { told: string; error: AppError } | null = null;

function rateLimitError(tier: Tier, limit: number, reset: number, at: number): AppError {
  const message =
    tier === "public"
      ? `The public limit of ${limit} requests per day was exceeded. An API key gives higher limits.`
      : `The limit of ${limit} requests per day of this ${tier === "key" ? "API key" : "account"} was exceeded.`;
  return tooManyRequests({ limit, reset, message }, at);
}
