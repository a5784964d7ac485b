import "server-only";
import { z } from "zod";
import { hashPassword } from "../sign-in/password.ts";
import { editorOf } from "./own-account-route.ts";
import { passwordRefusal } from "../../core/common-passwords.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { AppError } from "../../core/errors.ts";
import { validationError } from "../../http/body.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { requestSource } from "../../http/request.ts";
import { privateRoute, type RequestContext } from "../../http/route.ts";
import { requestedOrigin } from "../../http/service-origin.ts";
import { conflict } from "../../records/failures.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { accountNotFound, byAnyone, exampleAccount, exampleToken, byAdministrator } from "./tags.ts";
import { allowReset, invite, listInvitations, useLink, withdrawInvitation, type IssuedLink } from "../link-queries.ts";
import { describeLink } from "../account-queries.ts";
import {
  accountRecord,
  invitation,
  linkMeaning,
  linkQuestion,
  passwordByLink,
  passwordLink,
  pendingInvitation,
} from "../schema.browser.ts";

/** Of an operation that makes a link. */
const linkOutput = { status: 201, schema: passwordLink };

export const invitationsRoute = privateRoute("/accounts/invitations", {
  GET: defineOperation({
    operationId: "listInvitations",
    ...byAdministrator,
    summary: "List pending invitations",
    description: "Administrators only. Without their links, which are shown only once.",
    input: { query: noParameters },
    output: {
      description: "The invitations that can still be used, latest first.",
      schema: z.array(pendingInvitation),
    },
    handle: async ({ infrastructure: { database, now } }) => ({
      value: await listInvitations(database.prisma, new Date(now())),
    }),
  }),
  POST: defineOperation({
    operationId: "inviteAccount",
    ...byAdministrator,
    summary: "Invite a person",
    description:
      "Administrators only. The response has a link to hand over; it works once, within 7 days. If the service sends email, the link is also sent to the address. The account exists when its owner has set a password there, also while sign-up is closed. A new invitation of the same address replaces the earlier one.",
    input: { query: noParameters, body: invitation, bodyExample: { email: exampleAccount.email, role: "editor" } },
    output: { description: "The link.", ...linkOutput },
    failures: [conflict],
    handle: async (context) => {
      const link = await invite(context.infrastructure.database.prisma, context.body, editorOf(context));
      if (!link) throw takenAddress();
      return { value: passwordLinkTo(link, context) };
    },
  }),
});

/** Under a path of its own, because `/accounts/{id}/…` would be ambiguous with it. */
export const invitationRoute = privateRoute("/invitations/{id}", {
  DELETE: defineOperation({
    operationId: "withdrawInvitation",
    ...byAdministrator,
    summary: "Withdraw an invitation",
    description: "Administrators only. Its link stops working.",
    input: { params: idParam("invitation"), query: noParameters },
    output: { description: "The withdrawn invitation.", schema: pendingInvitation },
    failures: [notFound({ singular: "Invitation" })],
    handle: async (context) => {
      const { params, infrastructure } = context;
      const { database, now } = infrastructure;
      return { value: await withdrawInvitation(database.prisma, params.id, editorOf(context), new Date(now())) };
    },
  }),
});

export const passwordResetRoute = privateRoute("/accounts/{id}/reset", {
  POST: defineOperation({
    operationId: "resetAccountPassword",
    ...byAdministrator,
    summary: "Create a reset link",
    description:
      "Administrators only. The response has a link to hand over; it works once, within 24 hours, and replaces earlier ones. If the service sends email, the link is also sent to the account. The present password works until the link is used. 409 for the own account, whose password is changed with `PUT /account`.",
    input: { params: idParam("account"), query: noParameters },
    output: { description: "The link.", ...linkOutput },
    failures: [accountNotFound, conflict],
    handle: async (context) => {
      const { id } = context.params;
      const administrator = editorOf(context);
      if (id === administrator.accountId)
        throw new AppError("conflict", {
          message: "Change your own password under “Your account”, or have another administrator create the link.",
        });
      const link = await allowReset(context.infrastructure.database.prisma, id, administrator);
      return { value: link && passwordLinkTo(link, context) };
    },
  }),
});

export const passwordByLinkRoute = privateRoute("/account/password", {
  POST: defineOperation({
    operationId: "setPasswordByLink",
    ...byAnyone,
    summary: "Set a password by a link",
    description:
      "For the bearer of an invitation or a reset link, handed over or sent by email. All sessions of the account end. A link that is wrong, used or expired is 400, with the path `token`.",
    input: {
      query: noParameters,
      body: passwordByLink,
      bodyExample: { token: exampleToken, password: "a password of your own" },
    },
    output: { description: "The account.", schema: accountRecord },
    failures: [conflict],
    check: async ({ sent, input }, _prepared, { infrastructure: { database, now } }) => {
      const { token } = sent;
      if (typeof token !== "string") return [];
      const link = await describeLink(database.prisma, token, new Date(now()));
      if (!link) return [deadLink];
      const refusal = input && passwordRefusal(input.password, link.email);
      return refusal === null ? [] : [{ path: "password", message: refusal }];
    },
    handle: async ({ request, body: { token, password, name = null }, infrastructure }) => {
      const { database, settings, now } = infrastructure;
      const source = requestSource(request, settings);
      const stored = await hashPassword(password, source.address);
      const use = { at: new Date(now()), name, source, mailing: infrastructure };
      const account = await useLink(database.prisma, token, stored, use).catch(refuseTakenAddress);
      if (!account) throw validationError([deadLink]);
      return { value: account };
    },
  }),
});

/** A POST, because its token belongs in no address. */
export const linkRoute = privateRoute("/account/link", {
  POST: defineOperation({
    operationId: "describeLink",
    ...byAnyone,
    summary: "See what a link is for",
    description:
      "For the bearer of an invitation or a reset link. The link stays usable. One that is wrong, used or expired is 400, with the path `token`.",
    input: { query: noParameters, body: linkQuestion, bodyExample: { token: exampleToken } },
    output: { description: "What the link is for.", schema: linkMeaning },
    handle: async ({ body: { token }, infrastructure: { database, now } }) => {
      const link = await describeLink(database.prisma, token, new Date(now()));
      if (!link) throw validationError([deadLink]);
      return { value: link };
    },
  }),
});

/** The problem of a link that does not work. */
export const deadLink = { path: "token", message: "is wrong, used or expired; ask for a new link" };

/** The token follows `#`, which browsers do not send, so that it gets into no log. */
function passwordLinkTo(
  { email, token, expiresAt }: IssuedLink,
  { request, infrastructure: { settings } }: Pick<RequestContext, "request" | "infrastructure">,
) {
  const link = `${requestedOrigin(request, settings)}/set-password#${token}`;
  return { email, link, mailed: settings.SMTP_URL !== undefined, expires_at: expiresAt };
}

/** The 409 for an email address that has an account. */
export function takenAddress(): AppError {
  return new AppError("conflict", { message: "An account with this email address already exists." });
}

/** For an address that has got an account meanwhile. @param error of the database */
export function refuseTakenAddress(error: unknown): never {
  if (violatedConstraint(error) === "unique") throw takenAddress();
  throw error;
}
