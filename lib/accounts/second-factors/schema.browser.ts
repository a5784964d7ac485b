import { z } from "zod";
import { id, trimmedLine } from "../../core/fields.browser.ts";
import { recoveryCodeCount } from "./terms.browser.ts";

/** The schemas of second factors (contract §23). Safe for the browser. */

const time = z.iso.datetime();

export const passkeyRecord = z.strictObject({
  id,
  name: z.string().describe("The owner's own name for it."),
  created_at: time.describe("When it was added, in UTC."),
  last_used_at: time.nullable().describe("When it last signed in, in UTC; null: never."),
});

export type PasskeyRecord = z.infer<typeof passkeyRecord>;

export const secondFactors = z
  .strictObject({
    totp: z
      .strictObject({ created_at: time.describe("When it was confirmed, in UTC.") })
      .nullable()
      .describe("The authenticator app; null when there is none, or its first code is still awaited."),
    passkeys: z.array(passkeyRecord).describe("Oldest first."),
    recovery_codes_left: z.int().min(0).max(recoveryCodeCount),
  })
  .meta({ id: "SecondFactors", description: "What an account asks for besides its password." });

export type SecondFactors = z.infer<typeof secondFactors>;

const recoveryCodes = z
  .array(z.string())
  .length(recoveryCodeCount)
  .describe("Each signs in once instead of a code from the app. They are shown only now.");

/** With the first factor of an account come its recovery codes. */
export const changedFactors = secondFactors
  .extend({ recovery_codes: recoveryCodes.optional() })
  .meta({ id: "ChangedSecondFactors", description: "The second factors, with new recovery codes if it is the first." });

export type ChangedFactors = z.infer<typeof changedFactors>;

export const addedPasskey = passkeyRecord
  .extend({ recovery_codes: recoveryCodes.optional() })
  .meta({ id: "AddedPasskey", description: "A new passkey, with recovery codes if it is the account's first factor." });

export type AddedPasskey = z.infer<typeof addedPasskey>;

export const newRecoveryCodes = z
  .strictObject({ recovery_codes: recoveryCodes })
  .meta({ id: "RecoveryCodes", description: "New recovery codes." });

export const pendingApp = z
  .strictObject({
    secret: z.string().describe("In base32, to be typed into an app that can't scan."),
    uri: z.string().describe("An `otpauth://` URI, which apps scan as a QR code."),
  })
  .meta({ id: "PendingAuthenticatorApp", description: "The secret of an app, which works once a code confirms it." });

export type PendingApp = z.infer<typeof pendingApp>;

export const appConfirmation = z
  .strictObject({
    code: z
      .string()
      .overwrite((text) => text.replaceAll(/\s/g, ""))
      .regex(/^\d{6}$/, "must be the six digits that the app shows")
      .describe("The code that the app shows."),
  })
  .meta({ id: "AuthenticatorAppConfirmation", description: "A first code of an authenticator app." });

export const newPasskey = z
  .strictObject({
    name: trimmedLine(100).describe("The owner's own name for it, such as the device."),
    response: z
      .record(z.string(), z.unknown())
      .describe("The browser's `PublicKeyCredential` as JSON (`toJSON()`, or `startRegistration` of SimpleWebAuthn)."),
  })
  .meta({ id: "NewPasskey", description: "A passkey that a browser has made." });

const descriptor = z.looseObject({ id: z.string(), type: z.literal("public-key") });

export const creationOptions = z
  .looseObject({
    challenge: z.string().describe("In base64url; it works once, within five minutes."),
    rp: z.looseObject({ id: z.string(), name: z.string() }),
    user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.looseObject({ alg: z.int(), type: z.literal("public-key") })),
    excludeCredentials: z.array(descriptor),
  })
  .meta({
    id: "PasskeyCreationOptions",
    description:
      "`PublicKeyCredentialCreationOptionsJSON` of Web Authentication: pass it to `navigator.credentials.create`.",
  });

export const requestOptions = z
  .looseObject({
    challenge: z.string().describe("In base64url; it works once, within five minutes."),
    rpId: z.string(),
    userVerification: z.literal("required"),
  })
  .meta({
    id: "PasskeyRequestOptions",
    description:
      "`PublicKeyCredentialRequestOptionsJSON` of Web Authentication: pass it to `navigator.credentials.get`.",
  });
