import "server-only";
import { readQuery } from "../http/query.ts";
import type { Route } from "../http/route.ts";
import { requireStaff } from "../auth/staff.ts";
import { Body } from "../snapshots/body.ts";
import { AppError } from "../errors.ts";
import { listEntries, type Entry } from "../audit-log/queries.ts";
import { inOrder } from "./in-order.ts";
import { revert } from "./revert.ts";
import { activityQuery, entryId, type ActivityEntry } from "./schema.ts";

/** `GET /activity`: who changed what, newest first. */
export const activityRoute: Route = {
  path: "/activity",
  isMetered: true,
  operations: {
    GET: {
      access: "editor",
      answer: async ({ call, infrastructure: { database } }) => {
        const { resource, record_id, account_id, before, limit } = readQuery(call.target.search, activityQuery);
        const filter = {
          resource,
          recordId: record_id,
          accountId: account_id,
          before: before === undefined ? before : BigInt(before),
          limit,
        };
        // PostgreSQL has no text with a NUL, and so no entry that it could match.
        const isImpossible = [resource, record_id, account_id].some((value) => value?.includes("\0"));
        const entries = isImpossible ? [] : await listEntries(database.prisma, filter);
        return { body: Body.json(entries.map(serialize)) };
      },
    },
  },
};

/** `POST /activity/{id}/revert` */
export const revertRoute: Route = {
  path: "/activity/{id}/revert",
  isMetered: true,
  operations: {
    POST: {
      access: "editor",
      answer: async ({ params, session, infrastructure: { database } }) => {
        const staff = requireStaff(session);
        const id = entryId.safeParse(params["id"]);
        if (!id.success) throw new AppError("not_found", { error: "Activity not found" });
        return { body: Body.json(await revert(database, staff, BigInt(id.data))) };
      },
    },
  },
};

function serialize(entry: Entry): ActivityEntry {
  const { id, at, account_id, account_name, change_id, action, resource, record_id, before, after } = entry;
  return {
    id: String(id),
    at: at.toISOString(),
    account: { id: account_id, name: account_name },
    change_id,
    action,
    resource,
    record_id,
    before: inOrder(resource, before),
    after: inOrder(resource, after),
  };
}
