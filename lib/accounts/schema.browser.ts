import { z } from "zod";
import { id, name } from "../core/fields.browser.ts";
import { passwordWeakness } from "../core/password-strength.browser.ts";

/** The schemas of accounts (contract §7). Safe for the browser. */

const instant = z.iso.datetime();

export const accountRoles = ["developer", "editor", "admin"] as const;

const maxEmailCharacters = 254;

/** Stored in lower case, so that addresses compare without regard to case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z.email("must be an email address").max(maxEmailCharacters, `must have at most ${maxEmailCharacters} characters`),
  )
  .describe("An email address; case is ignored.");

const [minPassword, maxPassword] = [12, 200];

/** The server also checks that it is neither common nor the account's address (`passwordRefusal`). */
export const newPassword = z
  .string()
  .superRefine((password, context) => {
    const problem = problemOf(password);
    if (problem !== null) context.addIssue(problem);
  })
  .describe(
    `${minPassword} to ${maxPassword} characters; not a common password, a short pattern repeated, a sequence, the account's email address or the name of this service.`,
  )
  .meta({ minLength: minPassword, maxLength: maxPassword });

function problemOf(password: string): string | null {
  // In code points.
  const { length } = [...password];
  if (length < minPassword || length > maxPassword) return `must have ${minPassword} to ${maxPassword} characters`;
  return password.isWellFormed() ? passwordWeakness(password) : "must not contain a lone surrogate";
}

export const accountRecord = z
  .strictObject({
    id,
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(accountRoles),
    blocked: z.boolean(),
    created_at: instant.describe("When the account was created, in UTC."),
  })
  .meta({ id: "Account", description: "A person who can sign in." });

export type AccountRecord = z.infer<typeof accountRecord>;

const verified = z
  .boolean()
  .describe(
    "Whether the address is verified: by a link in an email, by an external provider, or because an operator created the account.",
  );

/** An account as an administrator sees it (contract §7). */
export const managedAccount = z
  .strictObject({
    ...accountRecord.shape,
    verified,
    role_to_confirm: z
      .enum(accountRoles)
      .nullable()
      .describe(
        "The role that the account had before its address was verified. It waits until an administrator sets it or another.",
      ),
  })
  .meta({ id: "ManagedAccount", description: "An account as an administrator sees it." });

export const newAccount = z
  .strictObject({ email: emailAddress, password: newPassword, name: name.nullable().optional() })
  .meta({ id: "NewAccount", description: "The fields of a new account." });

export const accountChange = z
  .strictObject({ role: z.enum(accountRoles).optional(), blocked: z.boolean().optional() })
  .meta({ id: "AccountChange", description: "The fields of an account to change; an absent field keeps its value." });

export type AccountChange = z.infer<typeof accountChange>;

export const pendingInvitation = z
  .strictObject({
    id: id.describe("Identifies the invitation; it becomes the id of the account."),
    email: z.string(),
    role: z.enum(accountRoles),
    invited_by: z.strictObject({
      id,
      name: z.string().nullable().describe("Its name, or its address if it has none."),
    }),
    expires_at: instant.describe("When its link stops working, in UTC."),
  })
  .meta({ id: "PendingInvitation", description: "An invitation that has not been used yet." });

export type PendingInvitation = z.infer<typeof pendingInvitation>;

export const invitation = z
  .strictObject({ email: emailAddress, role: z.enum(accountRoles) })
  .meta({ id: "Invitation", description: "The address and the role of an account to be." });

export const passwordLink = z
  .strictObject({
    email: z.string().describe("Whom the link is for."),
    link: z.url().describe("The page on which the person sets a password. It is shown only once, and works once."),
    mailed: z.boolean().describe("Whether it is also sent to the address."),
    expires_at: instant.describe("When the link stops working, in UTC."),
  })
  .meta({ id: "PasswordLink", description: "A link by which a person sets a password." });

export type PasswordLink = z.infer<typeof passwordLink>;

const linkToken = z.string().max(200, "must have at most 200 characters").describe("What follows `#` in the link.");

export const passwordByLink = z
  .strictObject({
    token: linkToken,
    password: newPassword,
    name: name.nullable().optional().describe("The name of an invited person; with a reset link the name stays."),
  })
  .meta({ id: "PasswordByLink", description: "A password, and the link that allows to set it." });

export const linkQuestion = z
  .strictObject({ token: linkToken })
  .meta({ id: "LinkQuestion", description: "The link of an invitation or a reset." });

export const linkMeaning = z
  .strictObject({
    email: z.string().describe("Whom the link is for."),
    role: z.enum(accountRoles).nullable().describe("The role of the invited account; null for a reset link."),
    invited_by: z
      .string()
      .nullable()
      .describe(
        "The name of the administrator who created it, or their address if they have none; null if it was sent on request.",
      ),
    expires_at: instant.nullable().describe("When an invitation stops working, in UTC; null for a reset link."),
  })
  .meta({ id: "LinkMeaning", description: "What a link is for." });

export type LinkMeaning = z.infer<typeof linkMeaning>;

export const resetRequest = z
  .strictObject({ email: emailAddress })
  .meta({ id: "ResetRequest", description: "The address of an account whose password is forgotten." });

export const verificationByLink = z
  .strictObject({ token: linkToken })
  .meta({ id: "VerificationByLink", description: "The link of an email, which proves that the address is yours." });

export const letterNotice = z
  .strictObject({ message: z.string().describe("What happens next.") })
  .meta({ id: "LetterNotice", description: "Whether an email is sent." });

export const foundNotice = z
  .strictObject({
    id,
    name: z.string(),
    prefix: z.string(),
    revoked_at: instant.describe("When it was revoked, in UTC."),
  })
  .meta({ id: "FoundKeyNotice", description: "A key that was reported as found, and revoked." });

/** An account as its owner sees it (contract §7, with what the portal adds). */
export const ownAccount = z
  .strictObject({
    ...accountRecord.shape,
    verified,
    has_password: z.boolean().describe("Whether the account has a password to sign in with."),
    password_changed_at: instant.nullable().describe("When it was set or last changed, in UTC."),
    providers: z
      .array(z.strictObject({ provider: z.string(), name: z.string().describe("Display name.") }))
      .describe("The external providers that the account can sign in with."),
    found_keys: z.array(foundNotice).meta({
      deprecated: true,
      description:
        "Keys that were reported as found and revoked, until you dismiss the notice: use `GET /account/notices`.",
    }),
  })
  .meta({ id: "OwnAccount", description: "An account as its owner sees it." });

export type OwnAccount = z.infer<typeof ownAccount>;

export const ownAccountChange = z
  .strictObject({
    name: name.nullable().optional(),
    password: newPassword.optional(),
    current_password: z.string().optional().describe("Required for a new password when the account has one already."),
  })
  .meta({
    id: "OwnAccountChange",
    description: "The fields of your account to change; an absent field keeps its value.",
  });

export const accountDeletion = z
  .strictObject({
    password: z.string().optional().describe("Required when the account has a password."),
    email: z.string().optional().describe("The account's email address; required when it has no password."),
  })
  .meta({ id: "AccountDeletion", description: "The confirmation of a deletion." });

export const accountSession = z
  .strictObject({
    id: id.describe("Identifies the session; it can't be used to sign in."),
    current: z.boolean().describe("Whether it is the session of this request."),
    device: z.string().nullable().describe("The browser and operating system; null when unknown."),
    address: z.string().nullable().describe("The network of the sign-in, a /24 or a /48; null when unknown."),
    created_at: instant.describe("When it began, in UTC."),
    last_used_at: instant.describe("When it was last used, in UTC, to within about five minutes."),
  })
  .meta({ id: "AccountSession", description: "A session of the account." });

export type AccountSession = z.infer<typeof accountSession>;
