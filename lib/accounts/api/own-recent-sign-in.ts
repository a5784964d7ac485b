import "server-only";
import { AppError } from "../../core/errors.ts";
import { defineFailure, eitherFailure, forbidden } from "../../http/failures.ts";
import type { RequestContext } from "../../http/route.ts";
import { requestSource } from "../../http/request.ts";
import type { Session } from "../sign-in/session.ts";
import { requireSignIn } from "../sign-in/staff.ts";
import type { FactorOwner } from "../second-factors/queries.ts";

/** Contract §23. */
const recentMinutes = 10;

function signInAgainError(): AppError {
  return new AppError("forbidden", {
    error: "Sign in again",
    message: `This requires a sign-in within the last ${recentMinutes} minutes. Sign in again, then repeat the request.`,
  });
}

/** The 403 of operations that change what signs in to an account. */
export const notRecentlySignedIn = eitherFailure(
  forbidden,
  defineFailure({
    id: "SignInAgain",
    description: `The last sign-in was more than ${recentMinutes} minutes ago. Sign in again, then repeat the request.`,
    example: signInAgainError(),
  }),
);

/** A copied cookie must not add a way to sign in. @throws AppError 403 when the last sign-in is too old. */
export function requireRecentSignIn({
  session,
  infrastructure: { now },
}: Pick<RequestContext, "session" | "infrastructure">): void {
  if (!isRecentSignIn(requireSignIn(session), now())) throw signInAgainError();
}

/** @param now milliseconds since 1970. */
export function isRecentSignIn({ createdAt }: Pick<Session, "createdAt">, now: number): boolean {
  return now - createdAt <= recentMinutes * 60_000;
}

/** The caller as the one who changes their own factors. */
export function factorOwnerOf({
  request,
  session,
  infrastructure,
}: Pick<RequestContext, "request" | "session" | "infrastructure">): FactorOwner {
  const { accountId } = requireSignIn(session);
  return { accountId, source: requestSource(request, infrastructure.settings), mailing: infrastructure };
}
