import "server-only";
import type { Route } from "../http/route.ts";
import { Body } from "../snapshots/body.ts";
import { describeFoundKey, ownerOf } from "./own-account.ts";
import { dismissFoundKey } from "./queries.ts";

/** `DELETE /account/found-keys/{id}`: puts the notice away; the key stays what it is. */
export const foundNoticeRoute: Route = {
  path: "/account/found-keys/{id}",
  isMetered: true,
  isPrivate: true,
  operations: {
    DELETE: {
      access: "account",
      answer: async ({ params: { id = "" }, session, infrastructure: { database, now } }) => {
        const { accountId } = ownerOf({ session });
        const found = await dismissFoundKey(database.prisma, accountId, id, new Date(now()));
        return { body: Body.json(describeFoundKey(found)) };
      },
    },
  },
};
