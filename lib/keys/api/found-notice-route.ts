import "server-only";
import { foundNotice } from "../../accounts/schema.browser.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import type { Route } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { exampleFoundKey, ownAccountTag } from "../../accounts/api/own-account-examples.ts";
import { keyNotFound } from "./key-examples.ts";
import { serializeFoundKey, ownerOf } from "../../accounts/api/own-account.ts";
import { dismissFoundKey } from "./found-queries.ts";

/** `DELETE /account/found-keys/{id}`: dismisses the notice; the key stays revoked. */
export const foundNoticeRoute: Route = {
  path: "/account/found-keys/{id}",
  isMetered: true,
  isPrivate: true,
  operations: {
    DELETE: defineOperation({
      operationId: "dismissFoundKey",
      tag: ownAccountTag,
      summary: "Dismiss a found-key notice",
      description: "The key stays revoked. Idempotent.",
      deprecation: { since: "2026-11-27", sunset: "2027-05-27", instead: "Use `DELETE /account/notices/{id}`." },
      access: "manageOwnAccount",
      input: { params: idParam("key", exampleFoundKey.id) },
      output: { description: "The dismissed notice.", schema: foundNotice, example: exampleFoundKey },
      failures: [keyNotFound],
      handle: async ({ params: { id }, session, infrastructure: { database, now } }) => {
        const { accountId } = ownerOf({ session });
        const found = await dismissFoundKey(database.prisma, accountId, id, new Date(now()));
        return { body: Representation.json(serializeFoundKey(found)) };
      },
    }),
  },
};
