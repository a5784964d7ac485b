import "server-only";
import { readQuery } from "../http/query.ts";
import type { Route } from "../http/route.ts";
import { Body } from "../snapshots/body.ts";
import { usageQuery, type UsageDay } from "../keys/schema.ts";
import { ownerOf } from "./own-account.ts";
import { dailyUse } from "./own-use.ts";
import { findKey } from "./queries.ts";

/** `GET /keys/{id}/usage`: each day, also those without a request. */
export const usageRoute: Route = {
  path: "/keys/{id}/usage",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: {
      access: "account",
      answer: async ({ call, params, session, infrastructure }) => {
        const { accountId } = ownerOf({ session });
        const key = await findKey(infrastructure.database.prisma, accountId, params["id"] ?? "");
        const { days, include } = readQuery(call.target.search, usageQuery);
        const use: UsageDay[] = await dailyUse(key, days, infrastructure);
        return { body: Body.json(include ? use : use.map(({ date, requests }) => ({ date, requests }))) };
      },
    },
  },
};
