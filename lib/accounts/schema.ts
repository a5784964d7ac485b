import { z } from "zod";
import { id, name } from "../fields.ts";
import { weaknessOf } from "./terms.ts";

/** Who has an account, and what opens one (contract §7). Safe for the browser. */

export const accountRoles = ["developer", "editor", "admin"] as const;

const mostEmailCharacters = 254;

/** Stored in lower case, so that addresses compare without regard to case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z
      .email("must be an e-mail address")
      .max(mostEmailCharacters, `must have at most ${mostEmailCharacters} characters`),
  )
  .describe("An e-mail address; compares without regard to case.");

const [leastPassword, mostPassword] = [12, 200];

/** Whether it is common or the account's address, the server asks besides (`passwordRefusal`). */
export const newPassword = z
  .string()
  .superRefine((password, context) => {
    const problem = problemOf(password);
    if (problem !== null) context.addIssue(problem);
  })
  .describe(
    `${leastPassword} to ${mostPassword} characters; not a common password, a short pattern repeated, a sequence, the account's e-mail address or the name of this service.`,
  )
  .meta({ minLength: leastPassword, maxLength: mostPassword });

function problemOf(password: string): string | null {
  // In code points, as a person counts.
  const { length } = [...password];
  if (length < leastPassword || length > mostPassword)
    return `must have ${leastPassword} to ${mostPassword} characters`;
  return password.isWellFormed() ? weaknessOf(password) : "must not contain half a surrogate pair";
}

export const accountRecord = z
  .strictObject({
    id,
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(accountRoles),
    blocked: z.boolean(),
    created_at: z.iso.datetime().describe("When, in UTC."),
  })
  .meta({ id: "Account", description: "Somebody who can sign in." });

export type AccountRecord = z.infer<typeof accountRecord>;

/** What an administrator sees of an account (contract §7). */
export const managedAccount = z
  .strictObject({
    ...accountRecord.shape,
    verified: z
      .boolean()
      .describe("Whether the address is proven: by an external provider, or since an operator made the account."),
    role_to_confirm: z
      .enum(accountRoles)
      .nullable()
      .describe(
        "The role that the account had before its address was proven. It waits until an administrator gives it again, or another.",
      ),
  })
  .meta({ id: "ManagedAccount", description: "An account as an administrator sees it." });

export type ManagedAccount = z.infer<typeof managedAccount>;

export const newAccount = z
  .strictObject({ email: emailAddress, password: newPassword, name: name.nullable().optional() })
  .meta({ id: "NewAccount", description: "What opens an account." });

export const accountChange = z
  .strictObject({ role: z.enum(accountRoles).optional(), blocked: z.boolean().optional() })
  .meta({ id: "AccountChange", description: "What changes of an account; an absent field keeps its value." });

export type AccountChange = z.infer<typeof accountChange>;

export const foundNotice = z
  .strictObject({ id, name: z.string(), prefix: z.string(), revoked_at: z.iso.datetime().describe("When, in UTC.") })
  .meta({ id: "FoundKeyNotice", description: "A key that somebody found and revoked." });

/** What an account's owner sees of it (contract §7, and what the portal adds). */
export const ownAccount = z
  .strictObject({
    ...accountRecord.shape,
    has_password: z.boolean().describe("Whether it can sign in with a password."),
    providers: z
      .array(z.strictObject({ provider: z.string(), name: z.string().describe("For people.") }))
      .describe("The external providers that it can sign in through."),
    found_keys: z.array(foundNotice).describe("Keys that somebody found and revoked, until the notice is put away."),
  })
  .meta({ id: "OwnAccount", description: "An account as its owner sees it." });

export type OwnAccount = z.infer<typeof ownAccount>;

export const ownAccountChange = z
  .strictObject({
    name: name.nullable().optional(),
    password: newPassword.optional(),
    current_password: z.string().optional().describe("Needed with a new password, where there is one already."),
  })
  .meta({ id: "OwnAccountChange", description: "What an account changes of itself; an absent field keeps its value." });

export const accountDeletion = z
  .strictObject({
    password: z.string().optional().describe("Needed where the account has one."),
    email: z.string().optional().describe("The account's own address; needed where it has no password."),
  })
  .meta({ id: "AccountDeletion", description: "What shows that it is meant." });

export const accountSession = z
  .strictObject({
    id: id.describe("Names the session; it can't be signed in with."),
    current: z.boolean().describe("Whether it is the one that asks."),
    device: z.string().nullable().describe("The browser and the system, in a few words; null where they are unknown."),
    address: z
      .string()
      .nullable()
      .describe("The network that it was signed in from, a /24 or a /48; null where it is unknown."),
    created_at: z.iso.datetime().describe("When it was signed in, in UTC."),
    last_used_at: z.iso.datetime().describe("When it was last used, in UTC; about five minutes late at most."),
  })
  .meta({ id: "AccountSession", description: "Where the account is signed in." });

export type AccountSession = z.infer<typeof accountSession>;
