import "server-only";
import { notFound } from "../../http/failures.ts";
import { idParam, type OperationTag } from "../../http/declaration.ts";
import type { AccountRecord } from "../schema.browser.ts";

/** What the operations of accounts and keys share: their tags, their failures, and values of examples. */

export const accountsTag: OperationTag = {
  name: "Accounts",
  description: "Accounts and their roles. Anyone can create one; administrators manage them.",
};

/** Of operations by which anyone gets an account, or gets into theirs. */
export const byAnyone = { tag: accountsTag, isEntry: true } as const;

/** Of operations by which an administrator manages accounts. */
export const byAdministrator = { tag: accountsTag, access: "manageAccounts" } as const;

export const accountNotFound = notFound({ singular: "Account" });

export const exampleAccount: AccountRecord = {
  id: "0b7c8f9e-4f55-4c2f-8f0e-3a5f8c2d1e90",
  email: "ada@example.com",
  name: "Ada Quill",
  role: "developer",
  blocked: false,
  created_at: "2026-10-01T09:30:00.000Z",
};

export const exampleToken = "xYc3J0m8rTq5Zb1WkV7uLh2PfNs6DaGoIe9RyBtEi4M";

export const ownAccountTag: OperationTag = {
  name: "Own account",
  description: "The signed-in account. Every account can use these operations, on itself only.",
};

/** Of operations on the own account. */
export const byOwner = { tag: ownAccountTag, access: "manageOwnAccount" } as const;

export const keysTag: OperationTag = {
  name: "Keys",
  description:
    "API keys, which raise the daily limit. An account has at most 10 active keys, creates at most 20 a day (rotations included; then 429), and sees only its own. When the account has used its daily limit, these paths and those of your account still answer 60 requests a minute.",
};

/** Of operations on the own keys. */
export const ofOwnKeys = { tag: keysTag, access: "manageOwnKeys" } as const;

export const keyNotFound = notFound({ singular: "Key" });

export const keyParam = idParam("key");

export const secondFactorsTag: OperationTag = {
  name: "Second factors",
  description:
    "What an account asks for besides its password: an authenticator app, passkeys, and recovery codes for the day on which both are lost. Changes require a sign-in within the last 10 minutes.",
};

/** Of operations on the own second factors. */
export const ofFactors = { tag: secondFactorsTag, access: "manageOwnAccount" } as const;

export const exampleRegistration = {
  id: "Zm9yLXRoZS1leGFtcGxl",
  rawId: "Zm9yLXRoZS1leGFtcGxl",
  type: "public-key",
  response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", attestationObject: "o2NmbXRkbm9uZQ" },
  clientExtensionResults: {},
};
