import "server-only";
import { accountChange, accountRecord, newAccount, type AccountRecord } from "../accounts/schema.ts";
import { badRequest, notFound } from "./failures.ts";
import { openWrite, staffOperation } from "./operation.ts";
import { idParameter } from "./resource-parameters.ts";
import { bodyOf, schemaReference } from "./schemas.ts";
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

const schema = schemaReference(accountRecord);

export const accountsPaths = {
  "/accounts": {
    get: staffOperation({
      operationId: "listAccounts",
      tag: accountsTag.name,
      summary: "List accounts",
      description: "For administrators.",
      success: { description: "All accounts.", schema: { type: "array", items: schema }, example: [shown] },
      failures: [badRequest],
    }),
    post: openWrite({
      operationId: "createAccount",
      tag: accountsTag.name,
      summary: "Open an account",
      description:
        "For anybody, where the service allows it (403 otherwise). It is a developer's account. From one address at most 50 accounts are opened a day (429), or half of the public daily limit where the service sets another one, but never fewer than 20.",
      requestBody: bodyOf(newAccount, { email: shown.email, password: "a password of one's own", name: shown.name }),
      success: { status: 201, description: "The account.", schema, example: shown },
      failures: [...bodyFailures, conflict],
    }),
  },
  "/accounts/{id}": {
    put: staffOperation({
      operationId: "updateAccount",
      tag: accountsTag.name,
      summary: "Give an account a role, block it or let it back in",
      description: "For administrators. The last of them can be neither demoted nor blocked (409).",
      parameters: [{ ...idParameter(accountNoun, null), example: shown.id }],
      requestBody: bodyOf(accountChange, { role: "editor" }),
      success: { description: "The account.", schema, example: { ...shown, role: "editor" } },
      failures: [...bodyFailures, accountNotFound, conflict],
    }),
  },
};
