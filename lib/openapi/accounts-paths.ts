import "server-only";
import {
  accountChange,
  accountRecord,
  managedAccount,
  newAccount,
  type AccountRecord,
  type ManagedAccount,
} from "../accounts/schema.ts";
import { securityLogEntry, securityLogQuery, type SecurityLogEntry } from "../security-log/schema.ts";
import { badRequest, notFound } from "./failures.ts";
import { openWrite, staffOperation } from "./operation.ts";
import { idParameter } from "./resource-parameters.ts";
import { bodyOf, queryParameters, schemaReference } from "./schemas.ts";
import { conflict, contentTooLarge, invalidInput, unsupportedMediaType } from "./write-failures.ts";

export const accountsTag = {
  name: "Accounts",
  description: "Who can sign in, and what they may. Opening one is for anybody, the rest for administrators.",
};

const accountNoun = { singular: "Account" };
export const accountNotFound = notFound(accountNoun);

const bodyFailures = [invalidInput, contentTooLarge, unsupportedMediaType];

const shown: AccountRecord = {
  id: "0b7c8f9e-4f55-4c2f-8f0e-3a5f8c2d1e90",
  email: "ada@example.com",
  name: "Ada Quill",
  role: "developer",
  blocked: false,
  created_at: "2026-10-01T09:30:00.000Z",
};

const managed: ManagedAccount = { ...shown, verified: true, role_to_confirm: null };
const managedSchema = schemaReference(managedAccount);

const entry: SecurityLogEntry = {
  id: "318",
  at: "2026-10-02T18:00:00.000Z",
  account: { id: shown.id, name: shown.name },
  by: { id: "5e0c3b7a-1d42-4f86-9a1b-7c6d2e8f4a05", name: "Grace Wing" },
  action: "role-changed",
  detail: { from: "developer", to: "editor" },
  address: "192.0.2.0/24",
  user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
};

export const accountsPaths = {
  "/accounts": {
    get: staffOperation({
      operationId: "listAccounts",
      tag: accountsTag.name,
      summary: "List accounts",
      description: "For administrators.",
      success: { description: "All accounts.", schema: { type: "array", items: managedSchema }, example: [managed] },
      failures: [badRequest],
    }),
    post: openWrite({
      operationId: "createAccount",
      tag: accountsTag.name,
      summary: "Open an account",
      description:
        "For anybody, where the service allows it (403 otherwise). It is a developer's account. From one address at most 50 accounts are opened a day (429), or half of the public daily limit where the service sets another one, but never fewer than 20.",
      requestBody: bodyOf(newAccount, {
        example: { email: shown.email, password: "a password of one's own", name: shown.name },
      }),
      success: { status: 201, description: "The account.", schema: schemaReference(accountRecord), example: shown },
      failures: [...bodyFailures, conflict],
    }),
  },
  "/accounts/{id}": {
    put: staffOperation({
      operationId: "updateAccount",
      tag: accountsTag.name,
      summary: "Give an account a role, block it or let it back in",
      description:
        "For administrators. A role that is given also answers the one that waits to be confirmed. The last administrator can be neither demoted nor blocked (409).",
      parameters: [{ ...idParameter(accountNoun, null), example: shown.id }],
      requestBody: bodyOf(accountChange, { example: { role: "editor" } }),
      success: { description: "The account.", schema: managedSchema, example: { ...managed, role: "editor" } },
      failures: [...bodyFailures, accountNotFound, conflict],
    }),
  },
  "/security-log": {
    get: staffOperation({
      operationId: "listSecurityLog",
      tag: accountsTag.name,
      summary: "List what happened to accounts",
      description:
        "An administrator sees all, anyone else what happened to their own account. Newest first. `before`, with the id of the last entry, gives those that follow it. Sign-ins and sign-outs are kept for 90 days.",
      parameters: queryParameters(securityLogQuery),
      success: {
        description: "The entries; an empty array when there are none.",
        schema: { type: "array", items: schemaReference(securityLogEntry) },
        example: [entry],
      },
      failures: [invalidInput],
    }),
  },
};
