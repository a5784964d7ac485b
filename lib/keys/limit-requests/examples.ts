import "server-only";
import { exampleAccount } from "../../accounts/api/examples.ts";
import { exampleKey } from "../api/key-examples.ts";
import type { LimitRequestRecord, ManagedLimitRequest } from "./schema.browser.ts";

/** The examples of the operations on limit requests in the OpenAPI document. */

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
