import "server-only";
import {
  foundKey,
  issuedKey,
  keyRecord,
  newKey,
  revokedKey,
  rotation,
  usageDay,
  usageQuery,
  type KeyRecord,
} from "../keys/schema.ts";
import { badRequest, notFound } from "./failures.ts";
import { openWrite, staffOperation } from "./operation.ts";
import { idParameter } from "./resource-parameters.ts";
import { bodyOf, queryParameters, schemaReference } from "./schemas.ts";
import { conflict, contentTooLarge, invalidInput, unsupportedMediaType } from "./write-failures.ts";

export const keysTag = {
  name: "Keys",
  description:
    "API keys, which raise the daily limit. An account has at most ten that work, makes at most twenty a day (rotations included; then 429), and sees only its own. These paths, and those of one's own account, are also answered when the account's day is used up, at most 60 times a minute.",
};

const keyNoun = { singular: "Key" };
export const keyNotFound = notFound(keyNoun);

const bodyFailures = [invalidInput, contentTooLarge, unsupportedMediaType];

const shown: KeyRecord = {
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

/** Cut short: no secret scanner takes it for a key. */
const issued = { ...shown, used_today: 0, last_used_at: null, key: `${shown.prefix}…` };
const revoked = { ...shown, revoked_at: "2026-10-02T19:00:00.000Z" };

const schema = schemaReference(keyRecord);
const issuedSchema = schemaReference(issuedKey);
const idOfKey = { ...idParameter(keyNoun, null), example: shown.id };

export const keysPaths = {
  "/keys": {
    get: staffOperation({
      operationId: "listKeys",
      tag: keysTag.name,
      summary: "List one's own keys",
      description: "For every account. The oldest first, those that work no longer among them.",
      success: { description: "The keys.", schema: { type: "array", items: schema }, example: [shown] },
      failures: [badRequest],
    }),
    post: staffOperation({
      operationId: "createKey",
      tag: keysTag.name,
      summary: "Make a key",
      description: "For every account. The answer is the only one that ever has the key itself.",
      requestBody: bodyOf(newKey, { example: { name: shown.name, expires_at: shown.expires_at } }),
      success: { status: 201, description: "The key, with its secret.", schema: issuedSchema, example: issued },
      failures: [...bodyFailures, conflict],
    }),
  },
  "/keys/found": {
    post: openWrite({
      operationId: "revokeFoundKey",
      tag: keysTag.name,
      summary: "Revoke a key that somebody found",
      description:
        "For anybody: whoever holds a working key can end it, and its owner is told. What is no working key is not found, whatever else it may be.",
      requestBody: bodyOf(foundKey, { example: { key: issued.key } }),
      success: {
        description: "The key works no longer.",
        schema: schemaReference(revokedKey),
        example: { prefix: revoked.prefix, revoked_at: revoked.revoked_at },
      },
      failures: [...bodyFailures, keyNotFound],
    }),
  },
  "/keys/{id}": {
    delete: staffOperation({
      operationId: "revokeKey",
      tag: keysTag.name,
      summary: "Revoke a key",
      description: "It is refused from its next request on, also where it was in its grace. Again: the same answer.",
      parameters: [idOfKey],
      success: { description: "The key, revoked.", schema, example: revoked },
      failures: [badRequest, keyNotFound],
    }),
  },
  "/keys/{id}/rotate": {
    post: staffOperation({
      operationId: "rotateKey",
      tag: keysTag.name,
      summary: "Replace a key by a new one",
      description:
        "The new key has the old one's name, limit and expiry. The old one works for the grace that is asked for, none by default, and never longer than it would have. While it does, both are among the account's working keys. Until midnight UTC both share one count; from the next day on each key counts for itself.",
      parameters: [idOfKey],
      requestBody: { ...bodyOf(rotation, { example: { grace_hours: 24 } }), required: false },
      success: { status: 201, description: "The new key, with its secret.", schema: issuedSchema, example: issued },
      failures: [...bodyFailures, keyNotFound, conflict],
    }),
  },
  "/keys/{id}/usage": {
    get: staffOperation({
      operationId: "getKeyUsage",
      tag: keysTag.name,
      summary: "Tell how often a key was used, day by day",
      description:
        "Each of the days, the oldest first, also those without a request. The figure of the present day is the limiter's own; what was refused on it may be a second late. On the day of a rotation, what both keys did stands under the old one, so that each request is told once.",
      parameters: [idOfKey, ...queryParameters(usageQuery)],
      success: {
        description: "The days.",
        schema: { type: "array", items: schemaReference(usageDay) },
        example: [
          { date: "2026-10-01", requests: 412 },
          { date: "2026-10-02", requests: shown.used_today },
        ],
      },
      failures: [invalidInput, keyNotFound],
    }),
  },
};
