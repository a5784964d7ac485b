import { z } from "zod";
import { accountSession, ownAccount } from "../schema.browser.ts";
import { id } from "../../core/fields.browser.ts";
import { failedRequest, listedKey, routeUsage } from "../keys/schema.browser.ts";
import { forStaffOnly, suggestionRecord } from "../suggestions/schema.browser.ts";
import { limitRequestRecord } from "../keys/limit-requests/schema.browser.ts";
import { noticeRecord } from "../keys/notices/schema.browser.ts";
import { secondFactors } from "../second-factors/schema.browser.ts";
import { securityLogEntry } from "../security-log/schema.browser.ts";

/** The schemas of a person's own data. Safe for the browser. */

const time = z.iso.datetime();
/** The key that an entry is about. */
const ofKey = { key_id: id };

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
    usage_by_route: z.array(z.strictObject({ ...ofKey, ...routeUsage.shape })).describe("The same for keys, by route."),
    networks: z
      .array(z.strictObject({ ...ofKey, date: z.iso.date(), network: z.string() }))
      .describe("Always empty: networks are no longer kept.")
      .meta({ deprecated: true }),
    failed_requests: z
      .array(z.strictObject({ ...ofKey, ...failedRequest.shape }))
      .describe("The requests of keys that failed, for 14 days, the latest of each key first."),
    limit_requests: z
      .array(z.strictObject({ ...ofKey, ...limitRequestRecord.shape }))
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

export type AccountExport = z.infer<typeof accountExport>;
