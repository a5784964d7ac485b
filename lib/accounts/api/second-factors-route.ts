import "server-only";
import { requireSignIn } from "../sign-in/staff.ts";
import { AppError } from "../../core/errors.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { requestSource } from "../../http/request.ts";
import type { Route } from "../../http/route.ts";
import { noFactors } from "./own-second-factor-examples.ts";
import { noParameters } from "../../records/details-routes.ts";
import { readSecondFactors } from "../second-factors/queries.ts";
import { resetFactors } from "../second-factors/removal-queries.ts";
import { secondFactors } from "../second-factors/schema.browser.ts";
import { serializeFactors } from "../second-factors/serialize-factors.ts";
import { Representation } from "../../catalogue/representation.ts";
import { accountsTag, exampleAccount } from "./examples.ts";
import { findAccount } from "../queries.ts";

/** `DELETE /accounts/{id}/second-factors`: an administrator helps a person who has lost theirs. */
export const accountFactorsRoute: Route = {
  path: "/accounts/{id}/second-factors",
  isMetered: true,
  isPrivate: true,
  operations: {
    DELETE: defineOperation({
      operationId: "removeAccountSecondFactors",
      tag: accountsTag,
      summary: "Remove the second factors of an account",
      description:
        "Administrators only. For a person who lost the app, the passkeys and the recovery codes: the password alone signs them in again. They are told by email, where the service sends any.",
      access: "manageAccounts",
      input: { params: idParam("account", exampleAccount.id), query: noParameters },
      output: { description: "The second factors that are left: none.", schema: secondFactors, example: noFactors },
      failures: [notFound({ singular: "Account" })],
      handle: async ({ params: { id }, request, session, infrastructure }) => {
        const { prisma } = infrastructure.database;
        const { accountId: by } = requireSignIn(session);
        const source = requestSource(request, infrastructure.settings);
        const account = await findAccount(prisma, id);
        const removed = account && (await resetFactors(prisma, id, { by, source, mailing: infrastructure }));
        if (removed === null) throw new AppError("not_found", { error: "Account not found" });
        return { body: Representation.json(serializeFactors(await readSecondFactors(prisma, id))) };
      },
    }),
  },
};
