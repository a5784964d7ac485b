import "server-only";
import { defineOperation } from "../../http/define-operation.ts";
import type { Route } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { hashKey, isWellFormedKey } from "../key.ts";
import { foundKey, revokedKey } from "../schema.browser.ts";
import { exampleIssuedKey, exampleRevokedKey, keyNotFound, keysTag } from "./key-examples.ts";
import { revokeFoundKey } from "./found-queries.ts";
import { keyNotFoundError } from "../../accounts/api/own-queries.ts";

/** `POST /keys/found`: anyone who has a working key can revoke it, so a finder needs no account. */
export const foundKeyRoute: Route = {
  path: "/keys/found",
  isMetered: true,
  isPrivate: true,
  operations: {
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
        if (!found) throw keyNotFoundError();
        keyCache.delete(key);
        return { body: Representation.json({ prefix: found.prefix, revoked_at: found.revoked_at.toISOString() }) };
      },
    }),
  },
};
