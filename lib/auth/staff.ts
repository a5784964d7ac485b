import "server-only";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { Session } from "./session.ts";

/** The role that an operation requires; each includes those before it. */
export type RequiredAccess = "account" | "editor" | "admin";

const rank = { developer: 0, editor: 1, admin: 2 } as const;
const needed = { account: rank.developer, editor: rank.editor, admin: rank.admin } as const;

declare const proof: unique symbol;

/**
 * Proof that the caller is staff. Only `requireStaff` creates it and the queries that write require it, so a route that
 * omits the check does not compile.
 */
export interface Staff extends Session {
  readonly [proof]: true;
}

/** @throws AppError 401 without a session, 403 when its role is not enough. */
export function requireAccess(session: Session | null, access: RequiredAccess): Session {
  if (!session) {
    throw new AppError("unauthorized", {
      message: "Sign in to do this. An API key does not authorise it.",
    });
  }
  if (rank[session.role] < needed[access]) {
    throw new AppError("forbidden", { message: `This requires the role ${access}. Ask an administrator.` });
  }
  return session;
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

/** @throws AppError like `requireAccess`. */
export function requireStaff(session: Session | null): Staff {
  return requireAccess(session, "editor") as Staff;
}
