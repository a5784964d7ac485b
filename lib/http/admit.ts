import "server-only";
import { endOfDaySeconds, utcDay } from "../core/clock.ts";
import type { AppError } from "../core/errors.ts";
import { isPending, type Soon } from "../core/promises.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { limitMessage, retryAfter, takeOfMinute, tooManyRequests } from "./rate-limit/allowance.ts";
import type { Bucket, RateLimitResult, Versions } from "./rate-limit/limiter.ts";
import type { StoredKey } from "./access/key.ts";
import { identify, isRead, type Caller } from "./identify.ts";
import type { HandlerResult, HttpRequest, RequestContext, Route, RateLimitStatus } from "./route.ts";

/** The result of identifying and counting a request. */
export interface Admission extends Omit<Caller, "credential"> {
  readonly isAdmitted: boolean;
  /** The request is admitted regardless of the quota and is not counted. */
  readonly isUncharged: boolean;
  readonly rateLimit: RateLimitStatus;
  /** The key that was sent, also a refused one; null when there is none, or the request counts on the account. */
  readonly key: StoredKey | null;
  readonly versions: Versions | null;
  /** When the request was counted, in milliseconds since 1970. `Date` is derived from it, so it agrees with `reset` at midnight. */
  readonly at: number;
}

/**
 * Identifies the caller, counts the request and confirms the caller. The count also returns the version of the keys; if
 * that is newer than the cached key, the caller is identified again. Requests with a refused credential are always counted.
 *
 * @param isFree reads the count without raising it.
 */
export async function admit(request: HttpRequest, infrastructure: Infrastructure, isFree: boolean): Promise<Admission> {
  const isUncharged = (caller: Caller) => isExempt(caller, request.method);
  const countFor = (caller: Caller) => {
    const isLook = (isFree && !caller.refusal) || isUncharged(caller);
    return countRequest(caller.bucket, isLook, request, infrastructure);
  };
  const found = identify(request, infrastructure);
  let caller = isPending(found) ? await found : found;
  let counted = await countFor(caller);
  const { bucket, credential } = caller;
  const { versions } = counted.result;
  if (credential?.key && versions && versions.keys > credential.key.version) {
    infrastructure.keyCache.delete(credential.secret);
    caller = await identify(request, infrastructure);
    if (caller.bucket.subject !== bucket.subject) counted = await countFor(caller);
    else if (caller.bucket.limit !== bucket.limit)
      counted = await reapplyLimit(counted, bucket, caller.bucket, isFree, request, infrastructure);
  }
  if (!caller.refusal && caller.credential?.key) infrastructure.keyCache.recordUse(caller.credential.key);
  const key = caller.bucket.tier === "account" ? null : (caller.credential?.key ?? null);
  return toAdmission(caller, key, counted, isUncharged(caller));
}

/**
 * Whether a request is not counted because its session can't be read: a signed-in caller must not use up the quota of
 * the address, and a write is refused before it is counted (contract §8).
 */
function isExempt({ bucket, refusal, sessionError }: Caller, method: string): boolean {
  return sessionError !== null && !refusal && (bucket.tier === "public" || !isRead(method));
}

/** Counts a request whose quota has only been peeked at. */
export async function countPeeked(
  peeked: Admission,
  request: HttpRequest,
  infrastructure: Infrastructure,
): Promise<Admission> {
  if (peeked.isUncharged) return peeked;
  return toAdmission(peeked, peeked.key, await countRequest(peeked.bucket, false, request, infrastructure), false);
}

/** The result of a route that `isFree`, and the quota after it: the operation decides from the body what it charges. */
export async function chargedByOperation(
  peeked: Admission,
  request: HttpRequest,
  infrastructure: Infrastructure,
  handle: (charge: RequestContext["charge"]) => Soon<HandlerResult>,
): Promise<{ result: HandlerResult; admission: Admission }> {
  let admission = peeked;
  const result = await handle(async () => {
    admission = await countPeeked(peeked, request, infrastructure);
    return admission.isAdmitted ? null : limitExceeded(admission);
  });
  return { result, admission };
}

interface CountResult {
  result: RateLimitResult;
  at: number;
}

/** Counts again when midnight passed during the count, because the response belongs to the new day. */
function countRequest(
  bucket: Bucket,
  isFree: boolean,
  request: HttpRequest,
  { limiter, keyRequests, now }: Infrastructure,
): Promise<CountResult> {
  const ask = () => (isFree ? limiter.peek(bucket) : limiter.hit(bucket));
  const noted = (result: RateLimitResult): CountResult => {
    if (!isFree && bucket.tier === "key" && result.isAdmitted)
      keyRequests.addCounted(bucket.subject, result.day, request.route);
    return { result, at: now() };
  };
  return ask().then((result) => {
    const counted = noted(result);
    return utcDay(counted.at) <= result.day ? counted : ask().then(noted);
  });
}

/** Applies a changed limit to the same bucket. An admitted request has been counted already and is not counted twice. */
async function reapplyLimit(
  counted: CountResult,
  before: Bucket,
  bucket: Bucket,
  isFree: boolean,
  request: HttpRequest,
  infrastructure: Infrastructure,
): Promise<CountResult> {
  const { result, at } = counted;
  if (isFree || !result.isAdmitted) return countRequest(bucket, isFree, request, infrastructure);
  const used = before.limit - result.remaining;
  const remaining = Math.max(0, bucket.limit - used);
  return { result: { ...result, isAdmitted: used <= bucket.limit, remaining }, at };
}

function toAdmission(
  { bucket, refusal, session, sessionError }: Omit<Caller, "credential">,
  key: StoredKey | null,
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
    key,
    session,
    sessionError,
    versions,
    at,
    rateLimit: { tier, limit, remaining, reset: endOfDaySeconds(result.day) },
  };
}

/**
 * The 429 of contract §3. Callers with the same text share one error object: a caller over the limit may send thousands
 * of requests per second, and creating the error and its body takes 3 µs, a tenth of such a request.
 */
export function limitExceeded({ bucket: { tier, limit }, rateLimit: { reset }, at }: Admission): AppError {
  const wait = retryAfter(reset, at);
  const key = `${tier} ${limit} ${reset} ${wait}`;
  if (lastRefusal?.key !== key)
    lastRefusal = { key, error: tooManyRequests({ limit, reset, message: limitMessage(tier, limit) }, at) };
  return lastRefusal.error;
}

const reservePerMinute = 60;

/**
 * Lets an account that has used up its day manage its own keys and account, at most 60 times a minute (contract §6), so
 * that a leaked key can always be revoked. The limiter counts these requests too, so the limit holds across instances.
 *
 * @returns the 429 that refuses the request; null when it is admitted.
 */
export async function drawOnReserve(
  route: Route | null,
  admission: Admission,
  infrastructure: Infrastructure,
): Promise<AppError | null> {
  const { bucket } = admission;
  if (!route || bucket.tier !== "account" || !ownPaths.test(route.path)) return limitExceeded(admission);
  const message = `The limit of ${bucket.limit} requests per day of this account was exceeded. Its keys and the account itself can still be asked ${reservePerMinute} times a minute.`;
  const allowance = { subject: bucket.subject, limit: reservePerMinute, message };
  return (await takeOfMinute(infrastructure, allowance, bucket.tier)).refusal;
}

/** Excludes `/accounts`, which manages all accounts. */
const ownPaths = /^\/(keys|account)(\/|$)/;

let lastRefusal: { key: string; error: AppError } | null = null;
