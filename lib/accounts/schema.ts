import { z } from "zod";
import { id, name } from "../fields.ts";

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

/** In code points, as a person counts. */
export const newPassword = z
  .string()
  .refine((password) => {
    const length = [...password].length;
    return length >= leastPassword && length <= mostPassword;
  }, `must have ${leastPassword} to ${mostPassword} characters`)
  .refine((password) => password.isWellFormed(), "must not contain half a surrogate pair")
  .describe(`${leastPassword} to ${mostPassword} characters.`)
  .meta({ minLength: leastPassword, maxLength: mostPassword });

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

export const newAccount = z
  .strictObject({ email: emailAddress, password: newPassword, name: name.nullable().optional() })
  .meta({ id: "NewAccount", description: "What opens an account." });

export const accountChange = z
  .strictObject({ role: z.enum(accountRoles).optional(), blocked: z.boolean().optional() })
  .meta({ id: "AccountChange", description: "What changes of an account; an absent field keeps its value." });

export type AccountChange = z.infer<typeof accountChange>;

/** What an account's owner sees of it: what §7 says, and what the portal adds. */
export interface OwnAccount extends AccountRecord {
  has_password: boolean;
  providers: { provider: string; name: string }[];
  /** Revoked by whoever found them, and not dismissed yet. */
  found_keys: { id: string; name: string; prefix: string; revoked_at: string }[];
}

/** Times are ISO 8601 in UTC. */
export interface AccountSession {
  id: string;
  created_at: string;
  expires_at: string;
  current: boolean;
}
