import "server-only";
import { requireSignIn } from "../../http/access/staff.ts";
import type { AppError } from "../../core/errors.ts";
import { validationError } from "../../http/body.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { privateRoute } from "../../http/route.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { conflict } from "../../records/failures.ts";
import { appUri } from "../second-factors/code-queries.ts";
import {
  confirmApp,
  readSecondFactors,
  renewRecoveryCodes,
  startApp,
  removeApp,
} from "../second-factors/factor-queries.ts";
import {
  appConfirmation,
  changedFactors,
  newRecoveryCodes,
  pendingApp,
  secondFactors,
} from "../second-factors/schema.browser.ts";
import { maxWrongCodes } from "../second-factors/terms.browser.ts";
import { editorOf, type OwnContext } from "./own-account-route.ts";
import { ofFactors } from "./tags.ts";

/** The second factors of one's own account (contract §23); passkeys are in own-passkeys-route.ts. */

const factorsAfter = { description: "The second factors that are left.", schema: secondFactors };

export const secondFactorsRoute = privateRoute("/account/second-factors", {
  GET: defineOperation({
    operationId: "getSecondFactors",
    ...ofFactors,
    summary: "Get your second factors",
    description: "Names and times only: no secret, no code.",
    input: { query: noParameters },
    output: { description: "The second factors.", schema: secondFactors },
    handle: async (context) => ({ value: await factorsOf(context) }),
  }),
});

export const appRoute = privateRoute("/account/second-factors/totp", {
  POST: defineOperation({
    operationId: "addAuthenticatorApp",
    ...ofFactors,
    summary: "Add an authenticator app",
    description:
      "Returns a new secret for the app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds). It signs in once a first code has confirmed it, and replaces a secret that was not confirmed. 409 when the account has an app.",
    input: { query: noParameters },
    output: { status: 201, description: "The secret, which is shown only now.", schema: pendingApp },
    failures: [conflict],
    handle: async (context) => {
      const secret = await startApp(context.infrastructure.database.prisma, editorOf(context));
      return { value: { secret, uri: appUri(secret, requireSignIn(context.session).email) } };
    },
  }),
  DELETE: defineOperation({
    operationId: "removeAuthenticatorApp",
    ...ofFactors,
    summary: "Remove the authenticator app",
    description: "Also one that was not confirmed. Recovery codes end with the last factor. 404 when there is no app.",
    input: { query: noParameters },
    output: factorsAfter,
    failures: [notFound({ singular: "Authenticator app" })],
    handle: async (context) => {
      const isRemoved = await removeApp(context.infrastructure.database.prisma, editorOf(context));
      return { value: isRemoved ? await factorsOf(context) : null };
    },
  }),
});

export const appConfirmationRoute = privateRoute("/account/second-factors/totp/confirm", {
  POST: defineOperation({
    operationId: "confirmAuthenticatorApp",
    ...ofFactors,
    summary: "Confirm the authenticator app",
    description: `By a code that the app shows now. With the account's first factor come ten recovery codes. ${maxWrongCodes} wrong codes end the app: add it again. 409 when no app waits for a code.`,
    input: { query: noParameters, body: appConfirmation, bodyExample: { code: "123456" } },
    output: { description: "The second factors.", schema: changedFactors },
    failures: [conflict],
    handle: async (context) => {
      const { prisma } = context.infrastructure.database;
      const { left, recoveryCodes } = await confirmApp(prisma, editorOf(context), context.body.code);
      if (left !== null) throw wrongCode(left);
      return { value: { ...(await factorsOf(context)), recovery_codes: recoveryCodes ?? undefined } };
    },
  }),
});

export const recoveryCodesRoute = privateRoute("/account/second-factors/recovery-codes", {
  POST: defineOperation({
    operationId: "renewRecoveryCodes",
    ...ofFactors,
    summary: "Get new recovery codes",
    description: "Ten new ones; the old ones end. 409 without a second factor.",
    input: { query: noParameters },
    output: { status: 201, description: "The codes, which are shown only now.", schema: newRecoveryCodes },
    failures: [conflict],
    handle: async (context) => {
      const codes = await renewRecoveryCodes(context.infrastructure.database.prisma, editorOf(context));
      return { value: { recovery_codes: codes } };
    },
  }),
});

export function factorsOf(context: OwnContext) {
  return readSecondFactors(context.infrastructure.database.prisma, requireSignIn(context.session).accountId);
}

function wrongCode(left: number): AppError {
  const message =
    left > 0
      ? "That code isn't right. Try the current one, and check your phone's clock."
      : `is wrong for the ${maxWrongCodes}th time, and the app has ended; add it again`;
  return validationError([{ path: "code", message }]);
}
