import "server-only";
import { exampleAccount, byOwner } from "./tags.ts";
import { deleteAccount, findAccount, findOwnAccount, updateOwnAccount } from "../account-queries.ts";
import { accountDeletion, accountRecord, ownAccount, ownAccountChange } from "../schema.browser.ts";
import { forbiddenToOldSession, notFound } from "../../http/failures.ts";
import { validationError, type FieldIssue } from "../../http/body.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { requestSource } from "../../http/request.ts";
import { privateRoute, type RequestContext } from "../../http/route.ts";
import { hashPassword } from "../sign-in/password.ts";
import { freshMinutes, isFreshSignIn } from "../../http/access/permissions.browser.ts";
import { requireSignIn } from "../../http/access/staff.ts";
import { listFoundKeys } from "../keys/api/found-queries.ts";
import { findKey } from "../keys/api/own-key-queries.ts";
import type { MailingEditor } from "../mail/letter-queries.ts";
import { signIn } from "../sign-in/sign-in.ts";
import type { Account } from "../sign-in/sign-in-queries.ts";
import { passwordRefusal } from "../../core/common-passwords.ts";
import { AppError } from "../../core/errors.ts";
import { conflict } from "../../records/failures.ts";
import { externalProviders } from "../sign-in/providers.ts";
import { removeIdentity } from "../identity-queries.ts";

export const ownAccountRoute = privateRoute("/account", {
  GET: defineOperation({
    operationId: "getOwnAccount",
    ...byOwner,
    summary: "Get your account",
    output: { description: "The account.", schema: ownAccount },
    handle: async (context) => ({ value: await shownAccountOf(context) }),
  }),
  PUT: defineOperation({
    operationId: "updateOwnAccount",
    ...byOwner,
    summary: "Change your name or password",
    description:
      "A new password requires the current one, if there is one, and ends all other sessions of the account. A wrong current password counts as at sign-in: after too many, every password is refused for some minutes, and the response may take half a minute. The first password of an account that uses an external provider requires a sign-in there within the last 10 minutes (403).",
    input: { body: ownAccountChange, bodyExample: { name: exampleAccount.name } },
    output: { description: "The account.", schema: ownAccount },
    failures: [forbiddenToOldSession],
    prepare: ownAccountOf,
    check: ({ sent, input }, account) => {
      const problems = passwordProblems(sent, account.has_password);
      const refusal = input?.password === undefined ? null : passwordRefusal(input.password, account.email);
      return refusal === null ? problems : [...problems, { path: "password", message: refusal }];
    },
    handle: async (context) => {
      const { infrastructure, body, prepared } = context;
      const { name, password, current_password = "" } = body;
      const editor = editorOf(context);
      if (password !== undefined) {
        if (prepared.has_password) await requirePassword(current_password, "current_password", context);
        else requireProviderSignIn(context, prepared.providers);
      }
      const stored = password === undefined ? password : await hashPassword(password, editor.source.address);
      const owner = { ...editor, sessionId: requireSignIn(context.session).id };
      await updateOwnAccount(infrastructure.database.prisma, owner, { name, password: stored });
      return { value: await shownAccountOf(context) };
    },
  }),
  DELETE: defineOperation({
    operationId: "deleteOwnAccount",
    ...byOwner,
    summary: "Delete your account",
    description:
      "Its keys are refused on their next request, its sessions end, and its usage is deleted. Its changes stay in the activity log, without its name. The last administrator can't be deleted (409).",
    input: { body: accountDeletion, bodyExample: { password: "the password of the account" } },
    output: { description: "The account as it was.", schema: accountRecord },
    failures: [conflict],
    prepare: ownAccountOf,
    handle: async (context) => {
      const { infrastructure, body, prepared: account } = context;
      const { email, password } = body;
      if (account.has_password) {
        if (password === undefined) throw validationError([{ path: "password", message: "is required" }]);
        await requirePassword(password, "password", context);
      } else if (email?.trim().toLowerCase() !== account.email) {
        throw validationError([
          { path: "email", message: email === undefined ? "is required" : "is not the account's email address" },
        ]);
      }

      // The usage is deleted too, so write what is still in memory first.
      await infrastructure.flushUsage();
      if (!(await deleteAccount(infrastructure.database.prisma, account.id))) {
        throw new AppError("conflict", {
          message: "The last administrator can't be deleted. Appoint another administrator first.",
        });
      }
      return { value: account };
    },
  }),
});

function passwordProblems(sent: Record<string, unknown>, hasPassword: boolean): FieldIssue[] {
  const path = "current_password";
  const [isNew, isCurrent] = [sent["password"] !== undefined, sent[path] !== undefined];
  if (isNew && hasPassword && !isCurrent) return [{ path, message: "is required" }];
  if (isCurrent && !isNew) return [{ path, message: "is allowed only with a new password" }];
  return [];
}

export const identityRoute = privateRoute("/account/identities/{provider}", {
  DELETE: defineOperation({
    operationId: "disconnectProvider",
    ...byOwner,
    summary: "Disconnect a provider",
    description: "The only way to sign in can't be disconnected (409).",
    input: {
      params: { provider: { description: "The provider's id, as in the account.", example: "github" } },
    },
    output: { description: "The account.", schema: ownAccount },
    failures: [notFound({ singular: "Provider" }), conflict],
    handle: async (context) => {
      const { params, session, infrastructure } = context;
      const { accountId } = requireSignIn(session);
      const offered = externalProviders(infrastructure.settings).map(({ id }) => id);
      const removal = await removeIdentity(infrastructure.database.prisma, accountId, params.provider, offered);
      if (removal === "absent") return { value: null };
      if (removal === "kept") {
        throw new AppError("conflict", {
          message: "This is the only way to sign in to your account. Set a password first.",
        });
      }
      return { value: await shownAccountOf(context) };
    },
  }),
});

export type OwnContext = Pick<RequestContext, "session" | "infrastructure">;

export type EditorContext = OwnContext & Pick<RequestContext, "request">;

/** The caller as the one who changes an account: usually their own. */
export function editorOf({ request, session, infrastructure }: EditorContext): MailingEditor {
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
async function shownAccountOf(context: OwnContext) {
  const account = await ownAccountOf(context);
  const { database, settings } = context.infrastructure;
  const offered = externalProviders(settings);
  return {
    ...account,
    providers: account.providers.map((provider) => ({
      provider,
      // A provider that is no longer configured has no other name.
      name: offered.find(({ id }) => id === provider)?.name ?? provider,
    })),
    found_keys: await listFoundKeys(database.prisma, { account_id: account.id, dismissed_at: null }),
  };
}

/** The first password needs a sign-in where the account signs in so far (contract §7). @throws AppError 403 */
function requireProviderSignIn(
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

/** A wrong password counts as at sign-in. @param path the field that holds it. @throws AppError 400; 503 when too many wait. */
async function requirePassword(password: string, path: string, { request, session, infrastructure }: EditorContext) {
  const { database, settings, now } = infrastructure;
  const { email } = requireSignIn(session);
  const { address, userAgent } = requestSource(request, settings);
  if (await signIn(database, { email, password }, address, now, { isGone: () => request.isGone(), userAgent })) return;
  throw validationError([{ path, message: "is not the account's password" }]);
}
