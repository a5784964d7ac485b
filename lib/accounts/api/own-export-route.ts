import "server-only";
import { requireSignIn } from "../../http/access/staff.ts";
import {
  exampleAccount,
  exampleSecurityEntry,
  exampleSession,
  exampleNotice,
  examplePassword,
  exampleFactors,
  byOwner,
} from "./examples.ts";
import { serializeSecurityEntry } from "./security-log-route.ts";
import { openSessionsOf } from "./own-sessions-route.ts";
import { fieldPicker, type Stored } from "../../http/answer.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { privateRoute, type RequestContext } from "../../http/route.ts";
import { exampleLimitRequest, exampleFailedRequest, exampleListedKey } from "../keys/api/key-examples.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { listSecurityEntries } from "../security-log/security-log-queries.ts";
import { exampleOwnSuggestion } from "../suggestions/api/examples.ts";
import { ofResource } from "../suggestions/api/suggestion-routes.ts";
import { Representation } from "../../catalogue/representation.ts";
import { readOwnRows, readRowsOfKeys } from "./own-export-queries.ts";
import { withTitle } from "../keys/api/notices-route.ts";
import { ownAccountOf } from "./own-account.ts";
import { accountExport, type AccountExport } from "./export-schema.browser.ts";
import { withUse } from "../keys/api/usage-route.ts";

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
export const accountExportRoute = privateRoute("/account/export", {
  GET: defineOperation({
    operationId: "exportOwnAccount",
    ...byOwner,
    summary: "Export your data",
    description:
      "Everything that the service stores about your account: sessions, keys and their requests, usage, notices, emails, security events and changes. Without the hashes of your password, keys and recovery codes, and without the secrets of second factors.",
    input: { query: noParameters },
    output: { description: "The data.", schema: accountExport, example: exampleExport },
    handle: async (context) => ({
      body: new Representation(`${JSON.stringify(pick(await exportOf(context)), null, 2)}\n`),
      headers: { "Content-Disposition": 'attachment; filename="theatre-listings-account.json"' },
    }),
  }),
});

const pick = fieldPicker(accountExport);

async function exportOf(context: Pick<RequestContext, "session" | "infrastructure">): Promise<Stored<AccountExport>> {
  const { infrastructure } = context;
  const { database, now, flush } = infrastructure;
  const session = requireSignIn(context.session);
  const own = await ownAccountOf(context);
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
    exported_at: new Date(now()),
    account: own,
    identities: rows.identities,
    second_factors: rows.factors,
    sessions: await openSessionsOf(infrastructure, session.accountId, session.id),
    keys: await Promise.all(rows.keys.map((key) => withUse(key, infrastructure))),
    usage: rows.usage.map(({ subject, day, allowed, refused }) => ({
      date: dateOf(day),
      key_id: subject.startsWith("key:") ? subject.slice("key:".length) : null,
      requests: allowed,
      refused,
    })),
    usage_by_route: ofKeys.usageByRoute,
    networks: [],
    failed_requests: ofKeys.failedRequests,
    limit_requests: ofKeys.limitRequests,
    notices: rows.notices.map(withTitle),
    letters: rows.letters.map(({ created_at, ...letter }) => ({ at: created_at, ...letter })),
    suggestions: rows.suggestions.map(ofResource),
    security_log: events.map((entry) => serializeSecurityEntry(entry, session.accountId)),
    changes: rows.changes,
    snoozes: rows.snoozes.map((snooze) => ({ ...snooze, until: snooze.until && dateOf(snooze.until) })),
  };
}

function dateOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}
