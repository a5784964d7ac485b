import "server-only";
import { notFound } from "../../http/failures.ts";
import type { OperationTag } from "../../http/declaration.ts";
import type { SecurityLogEntry } from "../security-log/schema.browser.ts";
import type {
  AccountRecord,
  AccountSession,
  LinkMeaning,
  ManagedAccount,
  PasswordLink,
  PendingInvitation,
  OwnAccount,
} from "../schema.browser.ts";
import { noticeTitles, type NoticeRecord } from "../keys/notices/schema.browser.ts";
import { noticeTexts } from "../keys/notices/notice-queries.ts";
import type { PasskeyRecord, PendingApp, SecondFactors } from "../second-factors/schema.browser.ts";

/** The examples of the account operations in the OpenAPI document. */

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

export const exampleManagedAccount: ManagedAccount = { ...exampleAccount, verified: true, role_to_confirm: null };

export const exampleToken = "xYc3J0m8rTq5Zb1WkV7uLh2PfNs6DaGoIe9RyBtEi4M";

export const examplePasswordLink: PasswordLink = {
  email: exampleAccount.email,
  link: `https://listings.example.com/set-password#${exampleToken}`,
  mailed: true,
  expires_at: "2026-10-08T09:30:00.000Z",
};

export const exampleInvitation: PendingInvitation = {
  id: "c1d9a6e2-7b34-4f0e-9c55-2a8e6f1b3d70",
  email: exampleAccount.email,
  role: "editor",
  invited_by: { id: "5e0c3b7a-1d42-4f86-9a1b-7c6d2e8f4a05", name: "Grace Wing" },
  expires_at: examplePasswordLink.expires_at,
};

export const exampleLinkMeaning: LinkMeaning = {
  email: exampleAccount.email,
  role: "editor",
  invited_by: "Grace Wing",
  expires_at: examplePasswordLink.expires_at,
};

export const exampleSession: AccountSession = {
  id: "9b1d5ce8a70f4c3e2d6b8f01a4c7e9530c2f6a8d1b3e5f7094a6c8e0b2d4f618",
  current: true,
  device: "Firefox on Windows",
  address: "192.0.2.0/24",
  created_at: "2026-10-02T18:00:00.000Z",
  last_used_at: "2026-10-02T21:40:00.000Z",
};

export const exampleSecurityEntry: SecurityLogEntry = {
  id: "318",
  at: "2026-10-02T18:00:00.000Z",
  account: { id: exampleAccount.id, name: exampleAccount.name },
  by: { id: "5e0c3b7a-1d42-4f86-9a1b-7c6d2e8f4a05", name: "Grace Wing" },
  action: "role-changed",
  detail: { from: "developer", to: "editor" },
  address: "192.0.2.0/24",
  user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
};

export const ownAccountTag: OperationTag = {
  name: "Own account",
  description: "The signed-in account. Every account can use these operations, on itself only.",
};

/** Of operations on the own account. */
export const byOwner = { tag: ownAccountTag, access: "manageOwnAccount" } as const;

export const exampleFoundKey = {
  id: "6a1f0d52-9c3e-4b7a-8d25-0e9f4c6b1a73",
  name: "My app",
  prefix: "tl_live_4Tq9",
  revoked_at: "2026-10-02T19:00:00.000Z",
};

export const exampleNotice: NoticeRecord = {
  id: "2057",
  kind: "limit-near",
  title: noticeTitles["limit-near"],
  text: noticeTexts["limit-near"](exampleFoundKey, { used: 8_012, limit: 10_000, day: "2026-10-02" }),
  key_id: exampleFoundKey.id,
  at: "2026-10-02T16:41:00.000Z",
};

export const examplePassword = { has_password: true, password_changed_at: "2026-10-02T21:30:00.000Z" };

export const exampleOwnAccount: OwnAccount = {
  ...exampleAccount,
  verified: true,
  ...examplePassword,
  providers: [{ provider: "github", name: "GitHub" }],
  found_keys: [exampleFoundKey],
};

export const secondFactorsTag: OperationTag = {
  name: "Second factors",
  description:
    "What an account asks for besides its password: an authenticator app, passkeys, and recovery codes for the day on which both are lost. Changes require a sign-in within the last 10 minutes.",
};

/** Of operations on the own second factors. */
export const ofFactors = { tag: secondFactorsTag, access: "manageOwnAccount" } as const;

export const examplePasskey: PasskeyRecord = {
  id: "0d1a7b5e-2c84-4f0e-9d53-6a1f8e3b7c20",
  name: "Laptop",
  created_at: "2026-10-02T19:00:00.000Z",
  last_used_at: "2026-10-05T08:12:00.000Z",
};

export const exampleFactors: SecondFactors = {
  totp: { created_at: "2026-10-02T18:55:00.000Z" },
  passkeys: [examplePasskey],
  recovery_codes_left: 10,
};

export const noFactors: SecondFactors = { totp: null, passkeys: [], recovery_codes_left: 0 };

export const exampleRecoveryCodes = Array.from({ length: 10 }, (_, index) =>
  ["k7vq", "3mzs", `xe${"abcdefghjk"[index]}4`].join("-"),
);

const exampleSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export const examplePendingApp: PendingApp = {
  secret: exampleSecret,
  uri: `otpauth://totp/Theatre%20Listings:${encodeURIComponent(exampleAccount.email)}?issuer=Theatre%20Listings&secret=${exampleSecret}&algorithm=SHA1&digits=6&period=30`,
};

const exampleChallenge = "pF1d6l0f5aWl5cW9mY2hhbGxlbmdlLW9mLTMyLWJ5dGU";

export const exampleCreationOptions = {
  challenge: exampleChallenge,
  rp: { name: "Theatre Listings", id: "listings.example.com" },
  user: { id: "NmExZjBkNTI", name: exampleAccount.email, displayName: exampleAccount.email },
  pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  timeout: 60_000,
  attestation: "none",
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", userVerification: "required", requireResidentKey: true },
  extensions: { credProps: true },
  hints: [],
};

export const exampleRequestOptions = {
  rpId: "listings.example.com",
  challenge: exampleChallenge,
  timeout: 60_000,
  userVerification: "required",
};

export const exampleRegistration = {
  id: "Zm9yLXRoZS1leGFtcGxl",
  rawId: "Zm9yLXRoZS1leGFtcGxl",
  type: "public-key",
  response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", attestationObject: "o2NmbXRkbm9uZQ" },
  clientExtensionResults: {},
};
