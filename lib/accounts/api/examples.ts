import "server-only";
import type { OperationTag } from "../../http/declaration.ts";
import type { SecurityLogEntry } from "../security-log/schema.browser.ts";
import type {
  AccountRecord,
  AccountSession,
  LinkMeaning,
  ManagedAccount,
  PasswordLink,
  PendingInvitation,
} from "../schema.browser.ts";

/** The examples of the account operations in the OpenAPI document. */

export const accountsTag: OperationTag = {
  name: "Accounts",
  description: "Accounts and their roles. Anyone can create one; administrators manage them.",
};

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
