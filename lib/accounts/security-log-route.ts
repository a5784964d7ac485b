import "server-only";
import { z } from "zod";
import { defineOperation } from "../http/define-operation.ts";
import type { Route } from "../http/route.ts";
import { requireAccess } from "../auth/staff.ts";
import { Body } from "../snapshots/representation.ts";
import { AppError } from "../errors.ts";
import { listSecurity } from "../security-log/queries.ts";
import { securityLogEntry, securityLogQuery, type SecurityLogEntry } from "../security-log/schema.ts";
import { accountsTag, exampleEntry } from "./examples.ts";

type Stored = Awaited<ReturnType<typeof listSecurity>>[number];

/** `GET /security-log`: what happened to accounts, newest first; to anyone but an administrator, to their own. */
export const securityLogRoute: Route = {
  path: "/security-log",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: defineOperation({
      operationId: "listSecurityLog",
      tag: accountsTag,
      summary: "List what happened to accounts",
      description:
        "An administrator sees all, anyone else what happened to their own account. Newest first. `before`, with the id of the last entry, gives those that follow it. Sign-ins and sign-outs are kept for 90 days.",
      access: "account",
      input: { query: securityLogQuery },
      output: {
        description: "The entries; an empty array when there are none.",
        schema: z.array(securityLogEntry),
        example: [exampleEntry],
      },
      answer: async ({ query: { account_id, action, before, limit }, session, infrastructure: { database } }) => {
        const asking = requireAccess(session, "account");
        const isAdministrator = asking.role === "admin";
        if (!isAdministrator && account_id !== undefined && account_id !== asking.accountId) {
          throw new AppError("forbidden", { message: "Only an administrator sees what happened to another account." });
        }
        const accountId = account_id ?? (isAdministrator ? undefined : asking.accountId);
        // PostgreSQL has no text with a NUL, and so no account that it could name.
        if (accountId?.includes("\0")) return { body: Body.json([]) };
        const entries = await listSecurity(database.prisma, {
          accountId,
          actions: action?.split(","),
          before: before === undefined ? before : BigInt(before),
          limit,
        });
        const shown = isAdministrator ? entries : entries.map((entry) => withoutOthers(entry, asking.accountId));
        return { body: Body.json(shown.map(serialize)) };
      },
    }),
  },
};

/** An administrator's name and network are not for everyone whose account they change. */
function withoutOthers(entry: Stored, accountId: string): Stored {
  return entry.by?.id === accountId ? entry : { ...entry, by: null, address: null, user_agent: null };
}

function serialize({ id, at, account, by, action, detail, address, user_agent }: Stored): SecurityLogEntry {
  const entry = { id: String(id), at: at.toISOString(), account, by, action, detail, address, user_agent };
  return securityLogEntry.parse(entry);
}
