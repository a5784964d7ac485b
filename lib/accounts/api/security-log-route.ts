import "server-only";
import { z } from "zod";
import { defineOperation } from "../../http/define-operation.ts";
import { privateRoute, type HandlerResult } from "../../http/route.ts";
import { may } from "../../http/access/permissions.browser.ts";
import { requireSignIn } from "../../http/access/staff.ts";
import { csvType, prefersCsv } from "../../http/prefers-csv.ts";
import { Representation } from "../../catalogue/representation.ts";
import { AppError } from "../../core/errors.ts";
import { formatCell, csvText } from "../../editing/csv/cell.browser.ts";
import { listSecurityEntries } from "../security-log/security-log-queries.ts";
import {
  maxCsvEntries,
  maxSecurityEntries,
  securityLogEntry,
  securityLogQuery,
  type SecurityLogEntry,
} from "../security-log/schema.browser.ts";
import { accountsTag } from "./tags.ts";

export const securityLogRoute = privateRoute("/security-log", {
  GET: defineOperation({
    operationId: "listSecurityLog",
    tag: accountsTag,
    summary: "List security events",
    description:
      "Administrators see all events, others those of their own account. Newest first. For the next page, send the id of the last entry as `before`. With `Accept: text/csv` the answer is CSV. Wrong passwords are listed at most twenty times an hour for each account. Events are kept for 400 days.",
    access: "manageOwnAccount",
    input: { query: securityLogQuery },
    output: {
      description: "An array of events, possibly empty.",
      schema: z.array(securityLogEntry),
      otherTypes: [csvType],
    },
    handle: async ({ request, query, session, infrastructure: { database, permissions } }) => {
      const { account_id, action, before, limit } = query;
      const isCsv = prefersCsv(request.header("accept"));
      const answer = (entries: SecurityLogEntry[]) => (isCsv ? asCsv(entries) : { value: entries });
      const asking = requireSignIn(session);
      const readsAll = may(asking, "readSecurityLog", permissions);
      if (!readsAll && account_id !== undefined && account_id !== asking.accountId) {
        throw new AppError("forbidden", { message: "Only administrators can see the events of another account." });
      }
      const accountId = account_id ?? (readsAll ? undefined : asking.accountId);
      // PostgreSQL can't store a NUL, so no account has this id.
      if (accountId?.includes("\0")) return answer([]);
      const entries = await listSecurityEntries(database.prisma, {
        accountId,
        actions: action?.split(","),
        before: before === undefined ? before : BigInt(before),
        limit: limit ?? (isCsv ? maxCsvEntries : maxSecurityEntries),
      });
      const reader = readsAll ? null : asking.accountId;
      return answer(entries.map((entry) => serializeSecurityEntry(entry, reader)));
    },
  }),
});

const columns = ["id", "at", "account_id", "account", "by_id", "by", "action", "detail", "address", "user_agent"];

function asCsv(entries: SecurityLogEntry[]): HandlerResult {
  const rows = entries.map(({ id, at, account, by, action, detail, address, user_agent }) => {
    const details = Object.entries(detail ?? {}).map(([name, value]) => `${name}: ${value}`);
    const who = [account.id, account.name, by?.id ?? null, by?.name ?? null];
    return [id, at, ...who, action, details.join("; ") || null, address, user_agent].map(formatCell);
  });
  return {
    body: new Representation(csvText([columns, ...rows]), `${csvType}; charset=utf-8`),
    headers: { "Content-Disposition": 'attachment; filename="security-log.csv"' },
  };
}

type Stored = Awaited<ReturnType<typeof listSecurityEntries>>[number];

/** @param owner who reads, and does not see the name and network of an administrator; null for an administrator. */
export function serializeSecurityEntry(entry: Stored, owner: string | null): SecurityLogEntry {
  const isOthers = owner !== null && entry.by !== null && entry.by.id !== owner;
  const hidden = isOthers ? { by: null, address: null, user_agent: null } : {};
  return securityLogEntry.parse({ ...entry, id: String(entry.id), at: entry.at.toISOString(), ...hidden });
}
