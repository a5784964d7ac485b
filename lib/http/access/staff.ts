import "server-only";
import {
  freshMinutes,
  isFreshSignIn,
  may,
  permissions,
  type Permission,
  type Permissions,
} from "./permissions.browser.ts";
import type { Env } from "../../settings/env.ts";
import { AppError } from "../../core/errors.ts";
import type { Session } from "./session.ts";

declare const proof: unique symbol;

/** Proof that the caller may edit records: the queries that write require it, so that no route compiles without the check. */
export interface Staff extends Session {
  readonly [proof]: true;
}

/** @throws AppError 401 without a session. */
export function requireSignIn(session: Session | null): Session {
  if (session) return session;
  throw notSignedIn();
}

export function notSignedIn(): AppError {
  return new AppError("unauthorized", { message: "Sign in to do this. An API key does not authorise it." });
}

/** @throws AppError 401 without a session, 403 when its role lacks the permission. */
export function requirePermission(
  session: Session | null,
  permission: Permission,
  table: Permissions = permissions,
): Session {
  const account = requireSignIn(session);
  if (may(account, permission, table)) return account;
  throw new AppError("forbidden", { message: `This requires the role ${table[permission]}. Ask an administrator.` });
}

/** @throws AppError like `requirePermission`. */
export function requireStaff(session: Session | null): Staff {
  return requirePermission(session, "editRecords") as Staff;
}

/** A program that edits records in a name of its own, and has no account. @param id as in the activity log. */
export function programStaff(id: string, name: string): Staff {
  const ofProgram = { accountId: id, email: id, name, role: "admin", provider: null, hasOnlyPassword: false } as const;
  return requireStaff({ id: "", createdAt: Date.now(), ...ofProgram });
}

/** @param now milliseconds since 1970. @throws AppError 403 when the sign-in is too old (contract §23). */
export function requireFreshSignIn(session: Session, now: number): void {
  if (!isFreshSignIn(session, now)) throw signInAgain();
}

export function signInAgain(): AppError {
  return new AppError("forbidden", {
    error: "Sign in again",
    message: `This requires a sign-in within the last ${freshMinutes} minutes. Sign in again, then repeat the request.`,
  });
}

/** Whether a password is not enough for this account, and it has nothing else (contract §23). */
export function lacksSecondFactor(
  { role, hasOnlyPassword }: Pick<Session, "role" | "hasOnlyPassword">,
  { SECOND_FACTOR }: Pick<Env, "SECOND_FACTOR">,
): boolean {
  if (!hasOnlyPassword || SECOND_FACTOR === "optional") return false;
  return SECOND_FACTOR === "all" || role !== "developer";
}

/** The account itself, where a second factor is added. */
const setUpPaths = /^\/account(\/|$)/;

/** @param path of the route. @throws AppError 403 when the account must have a second factor and has none. */
export function requireSecondFactor(session: Session, path: string, settings: Pick<Env, "SECOND_FACTOR">): void {
  if (!setUpPaths.test(path) && lacksSecondFactor(session, settings)) throw secondFactorRequired();
}

export function secondFactorRequired(): AppError {
  return new AppError("forbidden", {
    error: "Second factor required",
    message: "This account needs a second factor. Add an authenticator app or a passkey at /developers/account.",
  });
}
