import "server-only";
import { z } from "zod";
import { defineOperation } from "../http/define-operation.ts";
import type { Route } from "../http/route.ts";
import { requireAccess } from "../auth/staff.ts";
import { Representation } from "../snapshots/representation.ts";
import { AppError } from "../errors.ts";
import { listSecurityEntries } from "../security-log/queries.ts";
import { securityLogEntry, securityLogQuery, type SecurityLogEntry } from "../security-log/schema.ts";
import { accountsTag, exampleSecurityEntry } from "./examples.ts";

type Stored = Awaited<ReturnType<typeof listSecurityEntries>>[number];

/** `GET /security-log`: security events, newest first. Only administrators see other accounts' events. */
export const securityLogRoute: Route = {
  path: "/security-log",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: defineOperation({
      operationId: "listSecurityLog",
      tag: accountsTag,
      summary: "List security events",
      description:
        "Administrators see all events, others those of their own account. Newest first. For the next page, send the id of the last entry as `before`. Sign-ins and sign-outs are kept for 90 days.",
      access: "account",
      input: { query: securityLogQuery },
      output: {
        description: "The events; an empty array when there are none.",
        schema: z.array(securityLogEntry),
        example: [exampleSecurityEntry],
      },
      handle: async ({ query: { account_id, action, before, limit }, session, infrastructure: { database } }) => {
        const asking = requireAccess(session, "account");
        const isAdministrator = asking.role === "admin";
        if (!isAdministrator && account_id !== undefined && account_id !== asking.accountId) {
          throw new AppError("forbidden", { message: "Only administrators can see the events of another account." });
        }
        const accountId = account_id ?? (isAdministrator ? undefined : asking.accountId);
        // PostgreSQL can't store a NUL, so no account has this id.
        if (accountId?.includes("\0")) return { body: Representation.json([]) };
        const entries = await listSecurityEntries(database.prisma, {
          accountId,
          actions: action?.split(","),
          before: before === undefined ? before : BigInt(before),
          limit,
        });
        const shown = isAdministrator ? entries : entries.map((entry) => withoutOthers(entry, asking.accountId));
        return { body: Representation.json(shown.map(serialize)) };
      },
    }),
  },
};

/** Hides an administrator's name and network from the owners of the accounts they change. */
function withoutOthers(entry: Stored, accountId: string): Stored {
  return entry.by?.id === accountId ? entry : { ...entry, by: null, address: null, user_agent: null };
}

function serialize({ id, at, account, by, action, detail, address, user_agent }: Stored): SecurityLogEntry {
  const entry = { id: String(id), at: at.toISOString(), account, by, action, detail, address, user_agent };
  return securityLogEntry.parse(entry);
}
