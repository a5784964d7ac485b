import "server-only";
import type { Session } from "./access/session.ts";
import type { Env } from "../settings/env.ts";
import { AppError, unavailableError } from "../core/errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { countSubject, isWellFormedKey, type StoredKey } from "./access/key.ts";
import type { Bucket } from "./rate-limit/limiter.ts";
import { whenDone, type Soon, withTimeout } from "../core/promises.ts";
import { addressOf } from "./request.ts";
import type { HttpRequest } from "./route.ts";

const lookUpMilliseconds = 1000;

/** The identified caller of a request, and the bucket that the request is counted on. */
export interface Caller {
  readonly bucket: Bucket;
  /** The error for a credential that is invalid or can't be checked; the request then counts on the address. */
  readonly refusal: AppError | null;
  /** The secret that was sent, if it is well formed, and the stored key; the key is null if no key has this secret. */
  readonly credential: { secret: string; key: StoredKey | null } | null;
  /** The caller's session, independent of the bucket. */
  readonly session: Session | null;
  /** Why a genuine session cookie could not be checked. Public reads continue without a session; other operations fail. */
  readonly sessionError: AppError | null;
}

/** In milliseconds. A read waits only briefly, because it can be served without a session. */
const timeoutMilliseconds = { read: 400, write: 2_000 };

/** Identifies the caller by key, session or address (contract §2). A cached key may be outdated: `admit` checks it. */
export function identify(request: HttpRequest, infrastructure: Infrastructure): Soon<Caller> {
  const session = request.header("cookie") === undefined ? anonymous : readCallerSession(request, infrastructure);
  return whenDone(session, (session) => identifyWith(session, request, infrastructure));
}

function identifyWith(
  session: Pick<Caller, "session" | "sessionError">,
  request: HttpRequest,
  infrastructure: Infrastructure,
): Soon<Caller> {
  const { settings, keyCache, clientAddresses } = infrastructure;
  const authorization = request.header("authorization");
  const address = addressOf(request, settings);
  if (address === "unknown") clientAddresses.noteUnknown();
  const byAddress: Caller = {
    bucket: { tier: "public", subject: `ip:${address}`, limit: settings.PUBLIC_DAILY_LIMIT, isAnonymous: true },
    refusal: null,
    credential: null,
    ...session,
  };
  if (authorization === undefined) return countOnAccount(byAddress, settings);

  const secret = bearerToken(authorization);
  if (secret === undefined) return { ...byAddress, refusal: invalidKeyError() };
  const known = keyCache.get(secret);
  if (!known && !isWellFormedKey(secret)) return { ...byAddress, refusal: invalidKeyError() };
  const counted = (caller: Caller) =>
    isRead(request.method) || caller.refusal ? caller : countOnAccount(caller, settings);
  return whenDone(findKey(secret, known, byAddress, infrastructure), counted);
}

const anonymous = { session: null, sessionError: null };

/** The token of an `Authorization` header. Only HTTP's white space around it is ignored: spaces and tabs (RFC 9110 §5.6.3). */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^[\t ]*bearer[\t ]+([^\t ]+)[\t ]*$/i.exec(authorization ?? "")?.[1];
}

async function readCallerSession(
  request: HttpRequest,
  { readSession }: Infrastructure,
): Promise<Pick<Caller, "session" | "sessionError">> {
  const cookies = request.header("cookie");
  try {
    const milliseconds = isRead(request.method) ? timeoutMilliseconds.read : timeoutMilliseconds.write;
    return { session: await withTimeout(milliseconds, readSession(cookies)), sessionError: null };
  } catch (cause) {
    // A forged cookie is not a session, so the caller is anonymous even while the database is down.
    if (!readSession.hasToken(cookies)) return anonymous;
    return { session: null, sessionError: uncheckable("session", cause) };
  }
}

/** Counts a signed-in caller on the account: for every write, and for reads without a key. */
function countOnAccount(caller: Caller, settings: Env): Caller {
  if (!caller.session) return caller;
  const subject = `account:${caller.session.accountId}`;
  return { ...caller, bucket: { tier: "account", subject, limit: settings.ACCOUNT_DAILY_LIMIT } };
}

export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

function findKey(
  secret: string,
  known: StoredKey | undefined,
  stranger: Caller,
  { keyCache, settings }: Infrastructure,
): Soon<Caller> {
  const callerWith = (key: StoredKey | null): Caller => {
    const credential = { secret, key };
    const { bucket } = stranger;
    if (!key || !keyCache.works(key))
      return { ...stranger, bucket: { ...bucket, isAnonymous: false }, refusal: invalidKeyError(), credential };
    const limit = key.dailyLimit ?? settings.KEY_DAILY_LIMIT;
    return { ...stranger, bucket: { tier: "key", subject: countSubject(key.countsAs), limit }, credential };
  };
  if (known) return callerWith(known);
  return withTimeout(lookUpMilliseconds, keyCache.fetch(secret)).then(callerWith, (cause: unknown) => ({
    ...stranger,
    refusal: uncheckable("key", cause),
  }));
}

function uncheckable(what: "session" | "key", cause: unknown): AppError {
  return unavailableError(`The ${what} can't be checked at the moment. Try again in a few seconds.`, cause);
}

/** The same error for every invalid key, so that a caller cannot distinguish the reasons. */
export function invalidKeyError(): AppError {
  return new AppError("invalid_key", {
    message:
      "The API key is not valid: it is mistyped, unknown, expired or revoked. Send a working one as `Authorization: Bearer <key>`, or no Authorization header at all.",
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
