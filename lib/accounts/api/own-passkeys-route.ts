import "server-only";
import { requireSignIn } from "../../http/access/staff.ts";
import { Representation } from "../../catalogue/representation.ts";
import { violatedConstraint } from "../../db/errors.ts";
import type { AppError } from "../../core/errors.ts";
import { validationError } from "../../http/body.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { privateRoute, type RequestContext } from "../../http/route.ts";
import { requestedOrigin } from "../../http/service-origin.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { conflict } from "../../records/failures.ts";
import { insertPasskey } from "../second-factors/passkey-queries.ts";
import { passkeyCreationOptions, passkeyRequestOptions, readNewPasskey } from "../second-factors/passkeys.ts";
import { removePasskey } from "../second-factors/factor-queries.ts";
import {
  addedPasskey,
  creationOptions,
  newPasskey,
  requestOptions,
  secondFactors,
} from "../second-factors/schema.browser.ts";
import { maxPasskeys } from "../second-factors/terms.browser.ts";
import { editorOf } from "./own-account-route.ts";
import { factorsOf } from "./own-second-factors-route.ts";
import { exampleRegistration, secondFactorsTag as tag, ofFactors } from "./tags.ts";

export const passkeyOptionsRoute = privateRoute("/account/second-factors/passkeys/options", {
  POST: defineOperation({
    operationId: "getPasskeyCreationOptions",
    ...ofFactors,
    summary: "Get the options for a new passkey",
    description: `Pass them to the browser, and its response to \`POST /account/second-factors/passkeys\`. The challenge works once, within five minutes. 409 when the account has ${maxPasskeys} passkeys.`,
    input: { query: noParameters },
    output: { description: "The options.", schema: creationOptions },
    failures: [conflict],
    handle: async (context) => {
      const { accountId: id, email } = requireSignIn(context.session);
      return { body: Representation.json(await passkeyCreationOptions(passkeyContextOf(context), { id, email })) };
    },
  }),
});

export const passkeysRoute = privateRoute("/account/second-factors/passkeys", {
  POST: defineOperation({
    operationId: "addPasskey",
    ...ofFactors,
    summary: "Add a passkey",
    description: `With the account's first factor come ten recovery codes. A response that does not fit the options is 400 with the path \`response\`; its challenge is used up. 409 when the account has ${maxPasskeys} passkeys.`,
    input: { query: noParameters, body: newPasskey, bodyExample: { name: "Laptop", response: exampleRegistration } },
    output: { status: 201, description: "The passkey.", schema: addedPasskey },
    failures: [conflict],
    handle: async (context) => {
      const { body, infrastructure } = context;
      const owner = editorOf(context);
      const described = await readNewPasskey(passkeyContextOf(context), owner.accountId, body.response);
      if (!described) throw badResponse("does not fit options of the last five minutes; ask for new ones");
      const insertion = insertPasskey(infrastructure.database.prisma, owner, { name: body.name, ...described });
      const { added, recoveryCodes } = await insertion.catch((error: unknown) => {
        if (violatedConstraint(error) === "unique") throw badResponse("is of a passkey that was added before");
        throw error;
      });
      return { value: { ...added, recovery_codes: recoveryCodes ?? undefined } };
    },
  }),
});

export const passkeyRoute = privateRoute("/account/second-factors/passkeys/{id}", {
  DELETE: defineOperation({
    operationId: "removePasskey",
    ...ofFactors,
    summary: "Remove a passkey",
    description: "Recovery codes end with the last factor. A passkey of another account is 404.",
    input: { params: idParam("passkey"), query: noParameters },
    output: { description: "The second factors that are left.", schema: secondFactors },
    failures: [notFound({ singular: "Passkey" })],
    handle: async (context) => {
      const { prisma } = context.infrastructure.database;
      const isRemoved = await removePasskey(prisma, editorOf(context), context.params.id);
      return { value: isRemoved ? await factorsOf(context) : null };
    },
  }),
});

export const passkeySignInOptionsRoute = privateRoute("/account/passkey-options", {
  POST: defineOperation({
    operationId: "getPasskeyRequestOptions",
    isEntry: true,
    tag,
    summary: "Get the options for a sign-in by passkey",
    description:
      "Pass them to the browser, and its response to next-auth's provider `passkey`, as JSON in the field `response`. The challenge works once, within five minutes.",
    input: { query: noParameters },
    output: { description: "The options.", schema: requestOptions },
    handle: async (context) => ({
      body: Representation.json(await passkeyRequestOptions(passkeyContextOf(context))),
    }),
  }),
});

function passkeyContextOf({ request, infrastructure }: Pick<RequestContext, "request" | "infrastructure">) {
  const { database, settings, now } = infrastructure;
  return { prisma: database.prisma, origin: requestedOrigin(request, settings), now };
}

function badResponse(message: string): AppError {
  return validationError([{ path: "response", message }]);
}
