import { z } from "zod";
import { id } from "../fields.ts";

/** What happens to accounts and is written down (contract §7). Safe for the browser. */

export const securityActions = [
  "sign-in",
  "sign-out",
  "password-changed",
  "address-verified",
  "role-changed",
  "blocked",
  "unblocked",
  "account-deleted",
] as const;

export type SecurityAction = (typeof securityActions)[number];

const account = z.strictObject({
  id,
  name: z.string().nullable().describe("Its name, or else its address; null when it was deleted."),
});

export const securityLogEntry = z
  .strictObject({
    id,
    at: z.iso.datetime().describe("When, in UTC."),
    account: account.describe("Whose account it is about."),
    by: account
      .nullable()
      .describe(
        "Who did it. Null: the service itself or its operator; to anyone but an administrator also any other account.",
      ),
    action: z.enum(securityActions),
    detail: z
      .record(z.string(), z.string())
      .nullable()
      .describe("What else there is to say: of `role-changed` the roles `from` and `to`, of `sign-in` the `provider`."),
    address: z.string().nullable().describe("The network that the request came from, a /24 or a /48."),
    user_agent: z.string().nullable().describe("The first 80 characters of the request's User-Agent."),
  })
  .meta({ id: "SecurityLogEntry", description: "Something that happened to an account." });

export type SecurityLogEntry = z.infer<typeof securityLogEntry>;

const maxEntries = 100;
const anyAction = `(${securityActions.join("|")})`;

export const securityLogQuery = z.object({
  account_id: z
    .string()
    .optional()
    .describe("Only what is about this account. Anyone but an administrator can name their own only."),
  action: z
    .string()
    .regex(new RegExp(`^${anyAction}(,${anyAction})*$`), `must be some of ${securityActions.join(", ")}`)
    .optional()
    .describe("Only these actions, with commas between them."),
  before: z
    .string()
    .regex(/^\d{1,18}$/, "must be an entry's id")
    .optional()
    .describe("Only entries older than the one with this id: the last of a page leads to the next."),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, `must be a whole number from 1 to ${maxEntries}`)
    .transform(Number)
    .pipe(z.int().min(1).max(maxEntries))
    .default(maxEntries)
    .describe("How many entries to give at most."),
});
