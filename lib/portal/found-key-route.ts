import "server-only";
import { readInput } from "../http/body.ts";
import type { Route } from "../http/route.ts";
import { Body } from "../snapshots/body.ts";
import { hashKey, isWellFormedKey } from "../keys/key.ts";
import { foundKey } from "../keys/schema.ts";
import { noSuchKey, revokeFoundKey } from "./queries.ts";

/** `POST /keys/found`: whoever holds a working key can end it, so whoever finds one does not need its owner. */
export const foundKeyRoute: Route = {
  path: "/keys/found",
  isMetered: true,
  isPrivate: true,
  operations: {
    POST: {
      answer: async ({ call, infrastructure: { database, keyRing, now } }) => {
        const { key } = await readInput(call, foundKey);
        const found = isWellFormedKey(key)
          ? await revokeFoundKey(database.prisma, hashKey(key), new Date(now()))
          : null;
        // Whether it is mistyped, unknown, expired or revoked already is nobody's business.
        if (!found) throw noSuchKey();
        keyRing.forget(key);
        return { body: Body.json({ prefix: found.prefix, revoked_at: found.revoked_at.toISOString() }) };
      },
    },
  },
};
