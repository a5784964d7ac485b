import "server-only";
import { idParam, type OperationTag } from "../../../http/declaration.ts";
import type { FailedRequest, KeyRecord, ListedKey } from "../schema.browser.ts";
import { notFound } from "../../../http/failures.ts";
import { exampleAccount } from "../../api/examples.ts";
import type { LimitRequestRecord, ManagedLimitRequest } from "../limit-requests/schema.browser.ts";

export const keysTag: OperationTag = {
  name: "Keys",
  description:
    "API keys, which raise the daily limit. An account has at most 10 active keys, creates at most 20 a day (rotations included; then 429), and sees only its own. When the account has used its daily limit, these paths and those of your account still answer 60 requests a minute.",
};

/** Of operations on the own keys. */
export const ofOwnKeys = { tag: keysTag, access: "manageOwnKeys" } as const;

export const keyNotFound = notFound({ singular: "Key" });

export const exampleKey: KeyRecord = {
  id: "6a1f0d52-9c3e-4b7a-8d25-0e9f4c6b1a73",
  name: "My app",
  prefix: "tl_live_4Tq9",
  daily_limit: 10_000,
  used_today: 37,
  created_at: "2026-10-01T09:30:00.000Z",
  last_used_at: "2026-10-02T18:04:11.250Z",
  expires_at: "2027-10-01T00:00:00.000Z",
  revoked_at: null,
};

export const exampleListedKey: ListedKey = {
  ...exampleKey,
  note: "For the foyer screens; ask Grace before you revoke it.",
  rotated_from: null,
  counts_as: exampleKey.id,
};

/** Truncated, so that no secret scanner takes it for a key. */
export const exampleIssuedKey = { ...exampleKey, used_today: 0, last_used_at: null, key: `${exampleKey.prefix}…` };
export const exampleRevokedKey = { ...exampleKey, revoked_at: "2026-10-02T19:00:00.000Z" };

export const exampleFailedRequest: FailedRequest = {
  at: "2026-10-02T18:04:11.250Z",
  request_id: "7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1",
  method: "GET",
  route: "/api/shows/{id}",
  status: 404,
  why: "Show not found. Take ids from a list; the record may have been deleted.",
  user_agent: "curl/8.14.1",
  address: "192.0.2.0/24",
};

export const keyParam = idParam("key", exampleKey.id);

export const exampleLimitRequest: LimitRequestRecord = {
  id: "d2f7a1c4-3b58-4e0d-9c66-51a8e7b0f934",
  state: "received",
  daily_limit: 50_000,
  reason: "The foyer screens of six more theatres.",
  created_at: "2026-10-02T18:30:00.000Z",
  answered_at: null,
  granted_limit: null,
};

const { id, name, prefix, daily_limit } = exampleKey;

export const exampleManagedRequest: ManagedLimitRequest = {
  ...exampleLimitRequest,
  key: { id, name, prefix, daily_limit, busiest_day: 9_870 },
  account: { id: exampleAccount.id, email: exampleAccount.email, name: exampleAccount.name },
};

export const exampleAnswered: ManagedLimitRequest = {
  ...exampleManagedRequest,
  state: "granted",
  answered_at: "2026-10-02T19:10:00.000Z",
  granted_limit: 50_000,
  key: { ...exampleManagedRequest.key, daily_limit: 50_000 },
};
