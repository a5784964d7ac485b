import "server-only";
import { requireSignIn } from "../../../http/access/staff.ts";
import { defineOperation } from "../../../http/define-operation.ts";
import { privateRoute } from "../../../http/route.ts";
import { hashKey, isWellFormedKey } from "../../../http/access/key.ts";
import { foundKey, revokedKey } from "../schema.browser.ts";
import { exampleIssuedKey, exampleRevokedKey, keyNotFound, keysTag } from "./key-examples.ts";
import { revokeFoundKey, dismissFoundKey } from "./found-queries.ts";
import { foundNotice } from "../../schema.browser.ts";
import { idParam } from "../../../http/declaration.ts";
import { exampleFoundKey, byOwner } from "../../api/examples.ts";
import { revokedKeyOf } from "../../api/own-account.ts";

/** `POST /keys/found`: anyone who has a working key can revoke it, so a finder needs no account. */
export const foundKeyRoute = privateRoute("/keys/found", {
  POST: defineOperation({
    operationId: "revokeFoundKey",
    tag: keysTag,
    summary: "Revoke a found key",
    description:
      "No account is needed: anyone who has a working key can revoke it. The owner is notified. Any other key or text is 404.",
    input: { body: foundKey, bodyExample: { key: exampleIssuedKey.key } },
    output: {
      description: "The key is revoked.",
      schema: revokedKey,
      example: { prefix: exampleRevokedKey.prefix, revoked_at: exampleRevokedKey.revoked_at },
    },
    failures: [keyNotFound],
    handle: async ({ body: { key }, infrastructure: { database, settings, keyCache, now } }) => {
      const found = isWellFormedKey(key)
        ? await revokeFoundKey(database.prisma, hashKey(key), settings, new Date(now()))
        : null;
      // Does not reveal whether the key is mistyped, unknown, expired or already revoked.
      if (!found) throw keyNotFound.error;
      keyCache.delete(key);
      return { value: found };
    },
  }),
});

/** `DELETE /account/found-keys/{id}`: dismisses the notice; the key stays revoked. */
export const foundNoticeRoute = privateRoute("/account/found-keys/{id}", {
  DELETE: defineOperation({
    operationId: "dismissFoundKey",
    ...byOwner,
    summary: "Dismiss a found-key notice",
    description: "The key stays revoked. Idempotent.",
    deprecation: { since: "2026-11-27", sunset: "2027-05-27", instead: "Use `DELETE /account/notices/{id}`." },
    input: { params: idParam("key", exampleFoundKey.id) },
    output: { description: "The dismissed notice.", schema: foundNotice, example: exampleFoundKey },
    failures: [keyNotFound],
    handle: async ({ params: { id }, session, infrastructure: { database, now } }) => {
      const { accountId } = requireSignIn(session);
      const found = await dismissFoundKey(database.prisma, accountId, id, new Date(now()));
      return { value: revokedKeyOf(found) };
    },
  }),
});
