import "server-only";
import { AppError } from "../errors.ts";
import type { Session } from "./session.ts";

/** What an operation asks of whoever calls it; each includes those before it. */
export type Access = "account" | "editor" | "admin";

const rank = { developer: 0, editor: 1, admin: 2 } as const;
const needed = { account: rank.developer, editor: rank.editor, admin: rank.admin } as const;

declare const proof: unique symbol;

/**
 * Proof that a member of staff asks. Only `requireStaff` can make one, and the queries that
 * write demand it: a route that forgets to ask does not compile.
 */
export interface Staff extends Session {
  readonly [proof]: true;
}

/** @throws AppError 401 without a session, 403 when its role is not enough. */
export function requireAccess(session: Session | null, access: Access): Session {
  if (!session) {
    throw new AppError("unauthorized", {
      message: "This needs a signed-in account. An API key does not authorise it.",
    });
  }
  if (rank[session.role] < needed[access]) {
    throw new AppError("forbidden", { message: `This needs an account with the role ${access}.` });
  }
  return session;
}

/** @throws AppError as `requireAccess`. */
export function requireStaff(session: Session | null): Staff {
  return requireAccess(session, "editor") as Staff;
}
