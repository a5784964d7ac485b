import { z } from "zod";
import { wholeNumber } from "../../core/fields.browser.ts";
import { accountRoles, managedAccount } from "../schema.browser.ts";

/** The schemas of the search of accounts (contract §19). Safe for the browser. */

export const accountOverview = z.strictObject({
  ...managedAccount.shape,
  last_seen_at: z.iso
    .datetime()
    .nullable()
    .describe(
      "When the account or one of its keys was last used, in UTC, to within about five minutes; null: never, or more than 400 days ago.",
    ),
  sessions: z.int().min(0).describe("How many active sessions it has."),
  keys: z.int().min(0).describe("How many working keys it has."),
  requests_today: z.int().min(0).describe("How many requests of its keys and sessions were admitted on this UTC day."),
});

export type AccountOverview = z.infer<typeof accountOverview>;

export const accountSearchPage = z
  .strictObject({
    total: z.int().min(0).describe("How many accounts match."),
    accounts: z.array(accountOverview),
    next_cursor: z
      .string()
      .nullable()
      .describe("Send it as `cursor` to get the next page; null: this is the last one."),
  })
  .meta({ id: "AccountSearchPage", description: "A page of accounts." });

export type AccountSearchPage = z.infer<typeof accountSearchPage>;

/** Why an account may need an administrator's attention. */
export const accountStates = ["blocked", "unverified", "role-to-confirm"] as const;

const [maxQueryCharacters, defaultAccounts, maxAccounts] = [100, 50, 100];

export const accountQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .max(maxQueryCharacters, `must have at most ${maxQueryCharacters} characters`)
    .regex(/^[^\0]*$/, "must not contain NUL")
    .optional()
    .describe("Every word occurs in the email address or the name, one with an `@` in the address; case is ignored."),
  role: z.enum(accountRoles).optional().describe("Only accounts with this role."),
  state: z
    .enum(accountStates)
    .optional()
    .describe("Only accounts that are blocked, whose address is not verified, or whose role waits for confirmation."),
  limit: wholeNumber(1, maxAccounts).default(defaultAccounts).describe("The maximum number of accounts."),
  cursor: z.string().optional().describe("The `next_cursor` of the previous page, with its other parameters."),
});
