import "server-only";
import { AppError } from "../../core/errors.ts";
import { validationError } from "../../http/body.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { requestSource } from "../../http/request.ts";
import { privateRoute } from "../../http/route.ts";
import { mailLink, requestReset, verifyAddress } from "../mail/account-letter-queries.ts";
import { tooManyRequests } from "../../http/rate-limit/allowance.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { conflict } from "../../records/failures.ts";
import { exampleAccount, exampleToken, accountsTag, byAnyone } from "./tags.ts";
import { deadLink } from "./password-links-route.ts";
import { ownAccountOf } from "./own-account-route.ts";
import { accountRecord, letterNotice, resetRequest, verificationByLink } from "../schema.browser.ts";

const resetNotice = { message: "If an account has this address, an email with a link is sent to it." };
const noMailNotice = { message: "This service sends no email. Ask an administrator for a link." };

export const resetRequestRoute = privateRoute("/account/reset", {
  POST: defineOperation({
    operationId: "requestPasswordReset",
    ...byAnyone,
    summary: "Ask for a reset link by email",
    description:
      "The response is the same, and as fast, whether the address has an account or not. If it has, and the service sends email, a link is sent to it, which works once, within an hour. Within 15 minutes, one IP address can ask 50 times, and 10 times for one email address; further requests get the same response, but no email. An address gets at most 2 emails an hour and 5 a day with a link to reset a password or to verify it, no matter which account or IP address asks. At most three of these links of an account work at a time.",
    input: { query: noParameters, body: resetRequest, bodyExample: { email: exampleAccount.email } },
    output: { status: 202, description: "What happens next.", schema: letterNotice, example: resetNotice },
    handle: async ({ request, body: { email }, infrastructure: { database, settings, now } }) => {
      if (settings.SMTP_URL === undefined) return { value: noMailNotice };
      const { address } = requestSource(request, settings);
      // Afterwards, `answerResetRequests` looks up whether there is such an account.
      await requestReset(database, { email, address, at: new Date(now()) });
      return { value: resetNotice };
    },
  }),
});

export const verifyRoute = privateRoute("/account/verify", {
  POST: defineOperation({
    operationId: "verifyAddress",
    ...byAnyone,
    summary: "Verify an address by a link",
    description:
      "For the bearer of the link in the email that a new account gets. It works once, within 24 hours. A link that is wrong, used or expired is 400, with the path `token`.",
    input: { query: noParameters, body: verificationByLink, bodyExample: { token: exampleToken } },
    output: { description: "The account.", schema: accountRecord },
    handle: async ({ request, body: { token }, infrastructure: { database, settings, now } }) => {
      const source = requestSource(request, settings);
      const account = await verifyAddress(database.prisma, token, { at: new Date(now()), source });
      if (!account) throw validationError([deadLink]);
      return { value: account };
    },
  }),
});

const sentNotice = { message: "An email with a link is sent to your address." };

export const verificationLetterRoute = privateRoute("/account/verify/letter", {
  POST: defineOperation({
    operationId: "sendVerification",
    tag: accountsTag,
    summary: "Send the email that verifies your address again",
    description:
      "An address gets at most 2 emails an hour and 5 a day with a link to verify it or to reset a password, no matter which account asks (429). Earlier links keep working until one is used. 409 when the address is verified already, or the service sends no email.",
    access: "manageOwnAccount",
    input: { query: noParameters },
    output: { status: 202, description: "What happens next.", schema: letterNotice, example: sentNotice },
    failures: [conflict],
    handle: async (context) => {
      const { infrastructure } = context;
      const { database, settings, now } = infrastructure;
      if (settings.SMTP_URL === undefined) throw new AppError("conflict", { message: "This service sends no email." });
      const account = await ownAccountOf(context);
      if (account.verified) throw new AppError("conflict", { message: "This address is verified already." });
      const refusal = await database.prisma.$transaction((transaction) =>
        mailLink(transaction, infrastructure, "verify", account),
      );
      if (refusal) throw tooManyRequests(refusal, now());
      return { value: sentNotice };
    },
  }),
});
