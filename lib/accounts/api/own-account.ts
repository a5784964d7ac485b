import "server-only";
import { findKey } from "../keys/api/own-key-queries.ts";
import { findAccount, findOwnAccount } from "../account-queries.ts";
import type { MailingEditor } from "../mail/letter-queries.ts";
import type { Account } from "../sign-in/sign-in-queries.ts";
import { validationError } from "../../http/body.ts";
import { requestSource } from "../../http/request.ts";
import type { RequestContext } from "../../http/route.ts";
import { externalProviders } from "../sign-in/providers.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { freshMinutes, isFreshSignIn } from "../../http/access/permissions.browser.ts";
import { requireSignIn } from "../../http/access/staff.ts";
import { AppError } from "../../core/errors.ts";
import { listFoundKeys, type FoundKeyRow } from "../keys/api/found-queries.ts";

type OwnContext = Pick<RequestContext, "session" | "infrastructure">;

/** The caller as the one who changes an account: usually their own. */
export function editorOf({
  request,
  session,
  infrastructure,
}: OwnContext & Pick<RequestContext, "request">): MailingEditor {
  const source = requestSource(request, infrastructure.settings);
  return { accountId: requireSignIn(session).accountId, source, mailing: infrastructure };
}

/** The account that a path names, for an administrator. */
export function accountOf({
  params: { id },
  infrastructure: { database },
}: Pick<RequestContext, "infrastructure"> & { params: { id: string } }): Promise<Account | null> {
  return findAccount(database.prisma, id);
}

/** The key that a path names. @throws AppError 404, also for another account's key. */
export function ownKeyOf({ session, infrastructure, params }: OwnContext & { params: { id: string } }) {
  return findKey(infrastructure.database.prisma, requireSignIn(session).accountId, params.id);
}

/** @throws AppError 401 when the account has been deleted meanwhile. */
export async function ownAccountOf({ session, infrastructure }: OwnContext) {
  const found = await findOwnAccount(infrastructure.database.prisma, requireSignIn(session).accountId);
  if (!found) throw new AppError("unauthorized", { message: "This account was deleted." });
  return found;
}

/** The account as its owner sees it. */
export async function shownAccountOf(context: OwnContext) {
  const account = await ownAccountOf(context);
  const { database, settings } = context.infrastructure;
  const offered = externalProviders(settings);
  const found = await listFoundKeys(database.prisma, account.id);
  return {
    ...account,
    providers: account.providers.map((provider) => ({
      provider,
      // A provider that is no longer configured has no other name.
      name: offered.find(({ id }) => id === provider)?.name ?? provider,
    })),
    found_keys: found.map(revokedKeyOf),
  };
}

export function revokedKeyOf({ revoked_at, ...key }: FoundKeyRow) {
  // It is revoked when it is reported.
  if (!revoked_at) throw new Error("A key was found and not revoked.");
  return { ...key, revoked_at };
}

/**
 * The first password of an account needs a sign-in where it signs in so far (contract §7).
 *
 * @param providers the account's providers. @throws AppError 403
 */
export function requireProviderSignIn(
  { session, infrastructure: { now, settings } }: OwnContext,
  providers: readonly string[],
): void {
  const signedIn = requireSignIn(session);
  if (signedIn.provider !== null && isFreshSignIn(signedIn, now())) return;
  const offered = externalProviders(settings).filter(({ id }) => providers.includes(id));
  const names = offered.map(({ name }) => name).join(" or ") || "an external provider";
  throw new AppError("forbidden", {
    error: "Sign in again",
    message: `This requires a sign-in with ${names} within the last ${freshMinutes} minutes. Sign in there again, then repeat the request.`,
  });
}

/**
 * Checks the current password. A wrong one counts as at sign-in, and after too many every password is refused.
 *
 * @param path the field that holds it. @throws AppError 400; 503 when too many passwords are being checked
 */
export async function requirePassword(
  password: string,
  path: string,
  { request, session, infrastructure }: RequestContext,
): Promise<void> {
  const { database, settings, now } = infrastructure;
  const { email } = requireSignIn(session);
  const isGone = () => request.isGone();
  const { address, userAgent } = requestSource(request, settings);
  if (await signIn(database, { email, password }, address, now, { isGone, userAgent })) return;
  throw validationError([{ path, message: "is not the account's password" }]);
}
