import "server-only";
import { exampleAccount, exampleSecurityEntry, exampleSession } from "./examples.ts";
import { serializeAccount, serializePassword } from "./serialize-account.ts";
import { serializeSecurityEntry } from "./serialize-security-entry.ts";
import { openSessionsOf } from "./serialize-sessions.ts";
import { defineOperation } from "../../http/define-operation.ts";
import type { RequestContext, Route } from "../../http/route.ts";
import { exampleLimitRequest } from "../../keys/limit-requests/examples.ts";
import { serializeLimitRequest } from "../../keys/limit-requests/routes.ts";
import { noParameters } from "../../records/details-routes.ts";
import { listSecurityEntries } from "../security-log/queries.ts";
import { exampleOwnSuggestion } from "../../suggestions/api/examples.ts";
import { serializeSuggestion } from "../../suggestions/api/routes.ts";
import { Representation } from "../../catalogue/representation.ts";
import { exampleNotice, examplePassword, ownAccountTag } from "./own-account-examples.ts";
import { readOwnRows, readRowsOfKeys } from "./own-export-queries.ts";
import { exampleFactors } from "./own-second-factor-examples.ts";
import { serializeFactors } from "../second-factors/serialize-factors.ts";
import { exampleFailedRequest, exampleListedKey } from "../../keys/api/key-examples.ts";
import { serializeNotice } from "../../keys/api/notices-route.ts";
import { ownAccountOf, ownerOf } from "./own-account.ts";
import { accountExport, type AccountExport } from "../../keys/api/schema.browser.ts";
import { serializeListedKey } from "../../keys/api/serialize-key.ts";

const keyCreated = { action: "key-created", detail: { prefix: exampleListedKey.prefix } } as const;

const ofKey = { key_id: exampleListedKey.id };

const exampleExport: AccountExport = {
  exported_at: "2026-10-02T21:45:00.000Z",
  account: { ...exampleAccount, verified: true, ...examplePassword },
  identities: [{ provider: "github", subject: "583231", verified: true }],
  second_factors: exampleFactors,
  sessions: [exampleSession],
  keys: [exampleListedKey],
  usage: [{ date: "2026-10-01", key_id: exampleListedKey.id, requests: 412, refused: 0 }],
  usage_by_route: [],
  networks: [],
  failed_requests: [{ ...ofKey, ...exampleFailedRequest }],
  limit_requests: [{ ...ofKey, ...exampleLimitRequest }],
  notices: [exampleNotice],
  letters: [],
  suggestions: [exampleOwnSuggestion],
  security_log: [{ ...exampleSecurityEntry, by: exampleSecurityEntry.account, ...keyCreated }],
  changes: [],
  snoozes: [],
};

/** `GET /account/export`: one's own data, as a file. */
export const accountExportRoute: Route = {
  path: "/account/export",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: defineOperation({
      operationId: "exportOwnAccount",
      tag: ownAccountTag,
      summary: "Export your data",
      description:
        "Everything that the service stores about your account: sessions, keys and their requests, usage, notices, emails, security events and changes. Without the hashes of your password, keys and recovery codes, and without the secrets of second factors.",
      access: "manageOwnAccount",
      input: { query: noParameters },
      output: { description: "The data.", schema: accountExport, example: exampleExport },
      handle: async (context) => ({
        body: new Representation(`${JSON.stringify(await exportOf(context), null, 2)}\n`),
        headers: { "Content-Disposition": 'attachment; filename="theatre-listings-account.json"' },
      }),
    }),
  },
};

async function exportOf(context: Pick<RequestContext, "session" | "infrastructure">): Promise<AccountExport> {
  const { infrastructure } = context;
  const { database, now, flush } = infrastructure;
  const session = ownerOf(context);
  const own = await ownAccountOf(session, infrastructure);
  // Counts and uses that are still in memory.
  await flush();
  const rows = await readOwnRows(database, session.accountId);
  const ofKeys = await readRowsOfKeys(
    database,
    rows.keys.map((key) => key.id),
    now(),
  );
  const events = await listSecurityEntries(database.prisma, { accountId: session.accountId });
  return {
    exported_at: new Date(now()).toISOString(),
    account: { ...serializeAccount(own.account), verified: own.isVerified, ...serializePassword(own) },
    identities: rows.identities,
    second_factors: serializeFactors(rows.factors),
    sessions: await openSessionsOf(infrastructure, session.accountId, session.id),
    keys: await Promise.all(rows.keys.map((key) => serializeListedKey(key, infrastructure))),
    usage: rows.usage.map(({ subject, day, allowed, refused }) => ({
      date: dateOf(day),
      key_id: subject.startsWith("key:") ? subject.slice("key:".length) : null,
      requests: allowed,
      refused,
    })),
    usage_by_route: ofKeys.usageByRoute,
    networks: [],
    failed_requests: ofKeys.failedRequests,
    limit_requests: ofKeys.limitRequests.map((row) => ({ key_id: row.key_id, ...serializeLimitRequest(row) })),
    notices: rows.notices.map(serializeNotice),
    letters: rows.letters.map(({ created_at, subject, sent_at }) => ({
      at: created_at.toISOString(),
      subject,
      sent_at: sent_at?.toISOString() ?? null,
    })),
    suggestions: rows.suggestions.map(serializeSuggestion),
    security_log: events.map((entry) => serializeSecurityEntry(entry, session.accountId)),
    changes: rows.changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    snoozes: rows.snoozes.map(({ at, until, ...snooze }) => ({
      ...snooze,
      at: at.toISOString(),
      until: until === null ? null : dateOf(until),
    })),
  };
}

function dateOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}
