import "server-only";
import { exampleAccount } from "../accounts/examples.ts";
import type { AccountSession, OwnAccount } from "../accounts/schema.ts";
import type { OperationTag } from "../http/declaration.ts";

/** The examples of the account operations in the OpenAPI document. */

export const ownAccountTag: OperationTag = {
  name: "Own account",
  description: "The signed-in account. Every account can use these operations, on itself only.",
};

export const exampleNotice = {
  id: "6a1f0d52-9c3e-4b7a-8d25-0e9f4c6b1a73",
  name: "My app",
  prefix: "tl_live_4Tq9",
  revoked_at: "2026-10-02T19:00:00.000Z",
};

export const exampleOwnAccount: OwnAccount = {
  ...exampleAccount,
  verified: true,
  has_password: true,
  providers: [{ provider: "github", name: "GitHub" }],
  found_keys: [exampleNotice],
};

export const exampleSession: AccountSession = {
  id: "9b1d5ce8a70f4c3e2d6b8f01a4c7e9530c2f6a8d1b3e5f7094a6c8e0b2d4f618",
  current: true,
  device: "Firefox on Windows",
  address: "192.0.2.0/24",
  created_at: "2026-10-02T18:00:00.000Z",
  last_used_at: "2026-10-02T21:40:00.000Z",
};
