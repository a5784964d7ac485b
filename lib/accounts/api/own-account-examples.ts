import "server-only";
import { exampleAccount } from "./examples.ts";
import type { OwnAccount } from "../schema.browser.ts";
import type { OperationTag } from "../../http/declaration.ts";
import { noticeTitles, type NoticeRecord } from "../../keys/notices/schema.browser.ts";
import { limitNearText } from "../../keys/notices/texts.ts";

/** The examples of the account operations in the OpenAPI document. */

export const ownAccountTag: OperationTag = {
  name: "Own account",
  description: "The signed-in account. Every account can use these operations, on itself only.",
};

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
  text: limitNearText(exampleFoundKey, { used: 8_012, limit: 10_000, day: "2026-10-02" }),
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
