import "server-only";
import { ownAccount } from "../schema.browser.ts";
import { defineOperation } from "../../http/define-operation.ts";
import type { Route } from "../../http/route.ts";
import { externalProviders } from "../sign-in/providers.ts";
import { Representation } from "../../catalogue/representation.ts";
import { AppError } from "../../core/errors.ts";
import { removeIdentity } from "../identity-queries.ts";
import { notFound } from "../../http/failures.ts";
import { conflict } from "../../records/failures.ts";
import { exampleOwnAccount, ownAccountTag } from "./own-account-examples.ts";
import { serializeOwnAccount, ownerOf } from "./own-account.ts";

/** `DELETE /account/identities/{provider}` */
export const identityRoute: Route = {
  path: "/account/identities/{provider}",
  isMetered: true,
  isPrivate: true,
  operations: {
    DELETE: defineOperation({
      operationId: "disconnectProvider",
      tag: ownAccountTag,
      summary: "Disconnect a provider",
      description: "The only way to sign in can't be disconnected (409).",
      access: "manageOwnAccount",
      input: {
        params: { provider: { description: "The provider's id, as in the account.", example: "github" } },
      },
      output: { description: "The account.", schema: ownAccount, example: { ...exampleOwnAccount, providers: [] } },
      failures: [notFound({ singular: "Provider" }), conflict],
      handle: async ({ params: { provider }, session, infrastructure }) => {
        const owner = ownerOf({ session });
        const offered = externalProviders(infrastructure.settings).map(({ id }) => id);
        const removal = await removeIdentity(infrastructure.database.prisma, owner.accountId, provider, offered);
        if (removal === "absent") throw new AppError("not_found", { error: "Provider not found" });
        if (removal === "kept") {
          throw new AppError("conflict", {
            message: "This is the only way to sign in to your account. Set a password first.",
          });
        }
        return { body: Representation.json(await serializeOwnAccount(owner, infrastructure)) };
      },
    }),
  },
};
