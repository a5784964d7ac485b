import { z } from "zod";
import { id, wholeNumber } from "../../core/fields.browser.ts";

/** The schemas of the security log (contract §19). Safe for the browser. */

export const securityActions = [
  "signed-up",
  "sign-in",
  "sign-in-failed",
  "sign-out",
  "password-changed",
  "password-reset",
  "address-verified",
  "key-created",
  "key-rotated",
  "key-revoked",
  "key-reported",
  "limit-changed",
  "role-changed",
  "blocked",
  "unblocked",
  "invited",
  "account-deleted",
  "second-factor-added",
  "second-factor-removed",
  "recovery-code-used",
  "recovery-codes-made",
] as const;

export type SecurityAction = (typeof securityActions)[number];

const account = z.strictObject({
  id,
  name: z
    .string()
    .nullable()
    .describe(
      "Its name, or its address if it has none; null when it has been deleted, or invited and not yet created.",
    ),
});

export const securityLogEntry = z
  .strictObject({
    id,
    at: z.iso.datetime().describe("When it happened, in UTC."),
    account: account.describe("The account that the event concerns."),
    by: account
      .nullable()
      .describe(
        "The account that caused it. Null: a caller who was not signed in, the service or its operator; for callers who are not administrators also any other account.",
      ),
    action: z.enum(securityActions),
    detail: z
      .record(z.string(), z.string())
      .nullable()
      .describe(
        "Details: for `role-changed` the roles `from` and `to`; for `sign-in` the `provider`; for keys the `prefix`, for `key-rotated` the prefixes `from` and `to`; for `limit-changed` the daily limits `from` and `to` and the `prefix` of the key; for `invited` the `role`, and `link` when the invitation was withdrawn; for `password-reset` whether the `link` was created or used; for second factors the `factor`, `totp` or `passkey`.",
      ),
    address: z.string().nullable().describe("The network of the request, a /24 or a /48."),
    user_agent: z.string().nullable().describe("The first 200 characters of the request's User-Agent."),
  })
  .meta({ id: "SecurityLogEntry", description: "A security event of an account." });

export type SecurityLogEntry = z.infer<typeof securityLogEntry>;

export const maxSecurityEntries = 100;
const anyAction = `(${securityActions.join("|")})`;

/** How many entries a CSV file without `limit` has at most. */
export const maxCsvEntries = 10_000;

export const securityLogQuery = z.strictObject({
  account_id: z
    .string()
    .optional()
    .describe("Only events of this account. Only administrators can name another account than their own."),
  action: z
    .string()
    .regex(new RegExp(`^${anyAction}(,${anyAction})*$`), `must be one or more of ${securityActions.join(", ")}`)
    .optional()
    .describe("Only these actions, separated by commas."),
  before: z
    .string()
    .regex(/^\d{1,18}$/, "must be the id of an entry")
    .optional()
    .describe("Only entries older than the one with this id. Send the last id of a page to get the next page."),
  limit: wholeNumber(1, maxSecurityEntries)
    .optional()
    .describe(`The maximum number of entries. Default: ${maxSecurityEntries}; as CSV ${maxCsvEntries}.`),
});
