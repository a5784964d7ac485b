import "server-only";
import { z } from "zod";
import { accountSession, ownAccount } from "../schema.browser.ts";
import { id } from "../../core/fields.browser.ts";
import { failedRequest, listedKey, routeUsage } from "../keys/schema.browser.ts";
import { forStaffOnly, suggestionRecord } from "../suggestions/schema.browser.ts";
import { limitRequestRecord } from "../keys/limit-requests/schema.browser.ts";
import { noticeRecord } from "../keys/notices/schema.browser.ts";
import { secondFactors } from "../second-factors/schema.browser.ts";
import { securityLogEntry } from "../security-log/schema.browser.ts";
import { byOwner } from "./tags.ts";
import { serializeSecurityEntry } from "./security-log-route.ts";
import { sessionsOf } from "./access-route.ts";
import { fieldPicker, type Stored } from "../../http/answer.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { privateRoute } from "../../http/route.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { listSecurityEntries } from "../security-log/security-log-queries.ts";
import { ofResource } from "../suggestions/api/suggestion-routes.ts";
import { Representation } from "../../catalogue/representation.ts";
import { readOwnRows } from "./own-export-queries.ts";
import { withTitle } from "../keys/api/notices-route.ts";
import { ownAccountOf, type OwnContext } from "./own-account-route.ts";
import { withUse } from "../keys/api/usage-route.ts";

const time = z.iso.datetime();
/** The key that an entry is about. */
const keyOfEntry = { key_id: id };

/** Everything that the service stores about an account, but for hashes and the secrets of second factors. */
export const accountExport = z
  .strictObject({
    exported_at: time,
    account: ownAccount.omit({ providers: true, found_keys: true }),
    identities: z
      .array(
        z.strictObject({
          provider: z.string(),
          subject: z.string().describe("The provider's id of the person."),
          verified: z.boolean(),
        }),
      )
      .describe("The connected external providers."),
    second_factors: secondFactors,
    sessions: z.array(accountSession),
    keys: z.array(listedKey).describe("Also expired and revoked keys; never their secrets."),
    usage: z
      .array(
        z.strictObject({
          date: z.iso.date(),
          key_id: id.nullable().describe("The key on which the requests counted; null: the account."),
          requests: z.int(),
          refused: z.int(),
        }),
      )
      .describe("Requests of each UTC day, for up to 400 days, oldest first."),
    usage_by_route: z
      .array(z.strictObject({ ...keyOfEntry, ...routeUsage.shape }))
      .describe("The same for keys, by route."),
    networks: z
      .array(z.strictObject({ ...keyOfEntry, date: z.iso.date(), network: z.string() }))
      .describe("Always empty: networks are no longer kept.")
      .meta({ deprecated: true }),
    failed_requests: z
      .array(z.strictObject({ ...keyOfEntry, ...failedRequest.shape }))
      .describe("The requests of keys that failed, for 14 days, the latest of each key first."),
    limit_requests: z
      .array(z.strictObject({ ...keyOfEntry, ...limitRequestRecord.shape }))
      .describe("Requests for a higher limit, the latest of each key first."),
    notices: z.array(noticeRecord).describe("What the account was told, newest first."),
    letters: z
      .array(z.strictObject({ at: time, subject: z.string(), sent_at: time.nullable() }))
      .describe("Emails to the address of the account, for 14 days, oldest first."),
    suggestions: z
      .array(suggestionRecord.omit(forStaffOnly))
      .describe("Suggested corrections with the verified address of the account as their contact, newest first."),
    security_log: z.array(securityLogEntry).describe("Newest first."),
    changes: z
      .array(
        z.strictObject({
          change_id: z.string(),
          at: time,
          action: z.string(),
          resource: z.string(),
          record_ids: z.array(z.string()),
        }),
      )
      .describe("What the account did to records, newest first; the activity log has the records before and after."),
    snoozes: z
      .array(
        z.strictObject({
          at: time,
          rule: z.string(),
          resource: z.string(),
          record_id: z.string(),
          until: z.iso.date().nullable(),
          reason: z.string(),
        }),
      )
      .describe("The data problems that the account has snoozed."),
  })
  .meta({ id: "AccountExport", description: "Everything that the service stores about an account." });

type AccountExport = z.infer<typeof accountExport>;

export const accountExportRoute = privateRoute("/account/export", {
  GET: defineOperation({
    operationId: "exportOwnAccount",
    ...byOwner,
    summary: "Export your data",
    description:
      "Everything that the service stores about your account: sessions, keys and their requests, usage, notices, emails, security events and changes. Without the hashes of your password, keys and recovery codes, and without the secrets of second factors.",
    input: { query: noParameters },
    output: { description: "The data.", schema: accountExport },
    handle: async (context) => ({
      body: new Representation(`${JSON.stringify(pick(await exportOf(context)), null, 2)}\n`),
      headers: { "Content-Disposition": 'attachment; filename="theatre-listings-account.json"' },
    }),
  }),
});

const pick = fieldPicker(accountExport);

async function exportOf(context: OwnContext): Promise<Stored<AccountExport>> {
  const { infrastructure } = context;
  const { database, now, flush } = infrastructure;
  const account = await ownAccountOf(context);
  // Counts and uses that are still in memory.
  await flush();
  const rows = await readOwnRows(database, account, now());
  const events = await listSecurityEntries(database.prisma, { accountId: account.id });
  return {
    ...rows,
    exported_at: new Date(now()),
    account,
    sessions: await sessionsOf(context, account.id),
    keys: await Promise.all(rows.keys.map((key) => withUse(key, infrastructure))),
    usage: rows.usage.map(({ subject, day, allowed, refused }) => ({
      date: dateOf(day),
      key_id: subject.startsWith("key:") ? subject.slice("key:".length) : null,
      requests: allowed,
      refused,
    })),
    networks: [],
    notices: rows.notices.map(withTitle),
    letters: rows.letters.map(({ created_at, ...letter }) => ({ at: created_at, ...letter })),
    suggestions: rows.suggestions.map(ofResource),
    security_log: events.map((entry) => serializeSecurityEntry(entry, account.id)),
    snoozes: rows.snoozes.map((snooze) => ({ ...snooze, until: snooze.until && dateOf(snooze.until) })),
  };
}

function dateOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}
