import "server-only";
import { z } from "zod";
import { invalid } from "../api/body.ts";
import type { Route } from "../api/route.ts";
import { queryValues } from "../api/target.ts";
import { requireStaff } from "../auth/staff.ts";
import { Body } from "../catalogue/body.ts";
import { AppError } from "../errors.ts";
import { listEntries, type Entry } from "../journal/queries.ts";
import { resources } from "../resources.ts";
import { revert } from "./revert.ts";
import type { ActivityEntry } from "./schema.ts";

const mostEntries = 100;
/** A number of the journal: as many digits as a bigint surely holds. */
const entryId = z
  .string()
  .regex(/^\d{1,18}$/, "must be an entry's id")
  .transform(BigInt);

const query = z.object({
  resource: z.string().optional(),
  record_id: z.string().optional(),
  account_id: z.string().optional(),
  before: entryId.optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, `must be a whole number from 1 to ${mostEntries}`)
    .transform(Number)
    .default(mostEntries),
});

/** `GET /activity`: who changed what, newest first. */
export const activityRoute: Route = {
  path: "/activity",
  isMetered: true,
  operations: {
    GET: {
      access: "editor",
      answer: async ({ call, infrastructure: { database } }) => {
        const { record_id, account_id, ...rest } = readQuery(call.target.search);
        const filter = { ...rest, recordId: record_id, accountId: account_id };
        // PostgreSQL has no text with a NUL, and so no entry that it could match.
        const isImpossible = [rest.resource, record_id, account_id].some((value) => value?.includes("\0"));
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
        return { body: Body.json(await revert(database, staff, id.data)) };
      },
    },
  },
};

function readQuery(search: string): z.infer<typeof query> {
  const given = queryValues(search, Object.keys(query.shape));
  const parsed = query.safeParse(Object.fromEntries(Object.entries(given).map(([name, values]) => [name, values[0]])));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })));
}

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

/** JSON in the database forgets the order of its members. */
function inOrder(path: string, stored: unknown): Record<string, unknown> | null {
  if (typeof stored !== "object" || stored === null) return null;
  const members: Record<string, unknown> = { ...stored };
  const names = Object.keys(resources.find((resource) => resource.path === path)?.record.shape ?? members);
  return Object.fromEntries(names.filter((name) => name in members).map((name) => [name, members[name]]));
}
