import "server-only";
import {
  accountDeletion,
  accountRecord,
  accountSession,
  foundNotice,
  ownAccount,
  ownAccountChange,
  type AccountRecord,
  type AccountSession,
  type OwnAccount,
} from "../accounts/schema.ts";
import { badRequest, notFound } from "./failures.ts";
import { keyNotFound } from "./keys-paths.ts";
import { staffOperation } from "./operation.ts";
import { idParameter } from "./resource-parameters.ts";
import { bodyOf, schemaReference } from "./schemas.ts";
import { conflict, contentTooLarge, invalidInput, unsupportedMediaType } from "./write-failures.ts";

export const ownAccountTag = {
  name: "Own account",
  description: "The account of whoever is signed in: for every account, and for nobody else's.",
};

const tag = ownAccountTag.name;
export const providerNotFound = notFound({ singular: "Provider" });
export const sessionNotFound = notFound({ singular: "Session" });

const bodyFailures = [invalidInput, contentTooLarge, unsupportedMediaType];

const account: AccountRecord = {
  id: "0b7c8f9e-4f55-4c2f-8f0e-3a5f8c2d1e90",
  email: "ada@example.com",
  name: "Ada Quill",
  role: "developer",
  blocked: false,
  created_at: "2026-10-01T09:30:00.000Z",
};
const notice = {
  id: "6a1f0d52-9c3e-4b7a-8d25-0e9f4c6b1a73",
  name: "My app",
  prefix: "tl_live_4Tq9",
  revoked_at: "2026-10-02T19:00:00.000Z",
};
const shown: OwnAccount = {
  ...account,
  has_password: true,
  providers: [{ provider: "github", name: "GitHub" }],
  found_keys: [notice],
};
const session: AccountSession = {
  id: "9b1d5ce8a70f4c3e2d6b8f01a4c7e9530c2f6a8d1b3e5f7094a6c8e0b2d4f618",
  current: true,
  device: "Firefox on Windows",
  address: "192.0.2.0/24",
  created_at: "2026-10-02T18:00:00.000Z",
  last_used_at: "2026-10-02T21:40:00.000Z",
};

const schema = schemaReference(ownAccount);
const sessions = { schema: { type: "array", items: schemaReference(accountSession) }, example: [session] };

export const ownAccountPaths = {
  "/account": {
    get: staffOperation({
      operationId: "getOwnAccount",
      tag,
      summary: "Get one's own account",
      success: { description: "The account.", schema, example: shown },
      failures: [badRequest],
    }),
    put: staffOperation({
      operationId: "updateOwnAccount",
      tag,
      summary: "Change one's own name or password",
      description:
        "A new password needs the present one, where there is one, and ends every other session of the account. A wrong one counts as at sign-in: after too many, none is right until some minutes are over, and the answer may take half a minute. The first password of an account that signs in elsewhere needs a sign-in there within the last 10 minutes (403).",
      requestBody: bodyOf(ownAccountChange, { example: { name: account.name } }),
      success: { description: "The account.", schema, example: shown },
      failures: bodyFailures,
    }),
    delete: staffOperation({
      operationId: "deleteOwnAccount",
      tag,
      summary: "Delete one's own account",
      description:
        "Its keys are refused from their next request on, its sessions end, and what was counted of it is forgotten. What it changed stays in the activity log, without its name. An account without a password needs a sign-in at its provider within the last 10 minutes (403). The last administrator can't go (409).",
      requestBody: bodyOf(accountDeletion, { example: { password: "the password of the account" } }),
      success: { description: "The account as it was.", schema: schemaReference(accountRecord), example: account },
      failures: [...bodyFailures, conflict],
    }),
  },
  "/account/sessions": {
    get: staffOperation({
      operationId: "listSessions",
      tag,
      summary: "List where one is signed in",
      description:
        "A session lasts 8 hours. An account has 20 at most: with one more, the one that was unused for longest ends.",
      success: { description: "The sessions, the newest first.", ...sessions },
      failures: [badRequest],
    }),
    delete: staffOperation({
      operationId: "endSessions",
      tag,
      summary: "Sign out everywhere",
      description: "Also here: the session that asks is one of them.",
      success: { description: "The sessions that ended.", ...sessions },
      failures: [badRequest],
    }),
  },
  "/account/sessions/{id}": {
    delete: staffOperation({
      operationId: "endSession",
      tag,
      summary: "Sign out in one place",
      description: "Also the session that asks can be ended so. Another account's is not found.",
      parameters: [{ ...idParameter({ singular: "Session" }, null), example: session.id }],
      success: { description: "The session that ended.", schema: schemaReference(accountSession), example: session },
      failures: [badRequest, sessionNotFound],
    }),
  },
  "/account/identities/{provider}": {
    delete: staffOperation({
      operationId: "disconnectProvider",
      tag,
      summary: "End the tie to an external provider",
      description: "The only way to sign in can't be ended (409).",
      parameters: [
        {
          name: "provider",
          in: "path",
          required: true,
          description: "The provider, as the account names it.",
          schema: { type: "string" },
          example: "github",
        },
      ],
      success: { description: "The account.", schema, example: { ...shown, providers: [] } },
      failures: [badRequest, providerNotFound, conflict],
    }),
  },
  "/account/found-keys/{id}": {
    delete: staffOperation({
      operationId: "dismissFoundKey",
      tag,
      summary: "Put the notice about a found key away",
      description: "The key stays revoked. Again: the same answer.",
      parameters: [{ ...idParameter({ singular: "Key" }, null), example: notice.id }],
      success: { description: "What the notice told.", schema: schemaReference(foundNotice), example: notice },
      failures: [badRequest, keyNotFound],
    }),
  },
};
