import "server-only";
import { defineOperation } from "../http/define-operation.ts";
import type { Route } from "../http/route.ts";
import { Body } from "../snapshots/representation.ts";
import { hashKey, isWellFormedKey } from "../keys/key.ts";
import { foundKey, revokedKey } from "../keys/schema.ts";
import { exampleIssuedKey, exampleRevokedKey, keyNotFound, keysTag } from "./key-examples.ts";
import { noSuchKey, revokeFoundKey } from "./queries.ts";

/** `POST /keys/found`: whoever holds a working key can end it, so whoever finds one does not need its owner. */
export const foundKeyRoute: Route = {
  path: "/keys/found",
  isMetered: true,
  isPrivate: true,
  operations: {
    POST: defineOperation({
      operationId: "revokeFoundKey",
      tag: keysTag,
      summary: "Revoke a key that somebody found",
      description:
        "For anybody: whoever holds a working key can end it, and its owner is told. What is no working key is not found, whatever else it may be.",
      input: { body: foundKey, bodyExample: { key: exampleIssuedKey.key } },
      output: {
        description: "The key works no longer.",
        schema: revokedKey,
        example: { prefix: exampleRevokedKey.prefix, revoked_at: exampleRevokedKey.revoked_at },
      },
      failures: [keyNotFound],
      answer: async ({ body: { key }, infrastructure: { database, keyRing, now } }) => {
        const found = isWellFormedKey(key)
          ? await revokeFoundKey(database.prisma, hashKey(key), new Date(now()))
          : null;
        // Whether it is mistyped, unknown, expired or revoked already is nobody's business.
        if (!found) throw noSuchKey();
        keyRing.forget(key);
        return { body: Body.json({ prefix: found.prefix, revoked_at: found.revoked_at.toISOString() }) };
      },
    }),
  },
};
