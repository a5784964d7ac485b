import "server-only";
import { requireSignIn } from "../../../http/access/staff.ts";
import { z } from "zod";
import { defineOperation } from "../../../http/define-operation.ts";
import { privateRoute } from "../../../http/route.ts";
import type { Infrastructure } from "../../../infrastructure.ts";
import { issuedKey, keyChange, keyRecord, listedKey, newKey, newKeySchemaAt, rotation } from "../schema.browser.ts";
import { conflict } from "../../../records/failures.ts";
import { withUse } from "./usage-route.ts";
import { keyNotFound, keyParam, ofOwnKeys } from "../../api/tags.ts";
import { ownKeyOf, editorOf } from "../../api/own-account-route.ts";
import { addKey, listKeys, replaceKey, revokeKey, updateKey, type CreatedKey } from "./own-key-queries.ts";

const hourMilliseconds = 3_600_000;

const issuedAnswer = { status: 201, schema: issuedKey };

export const keysRoute = privateRoute("/keys", {
  GET: defineOperation({
    operationId: "listKeys",
    ...ofOwnKeys,
    summary: "List your keys",
    description: "Oldest first, including expired and revoked keys.",
    output: { description: "The keys.", schema: z.array(listedKey) },
    handle: async ({ session, infrastructure }) => {
      // Writes the uses that are still in memory first.
      await infrastructure.keyCache.flush();
      const keys = await listKeys(infrastructure.database.prisma, requireSignIn(session).accountId);
      return { value: await Promise.all(keys.map((key) => withUse(key, infrastructure))) };
    },
  }),
  POST: defineOperation({
    operationId: "createKey",
    ...ofOwnKeys,
    summary: "Create a key",
    description: "Only this response contains the secret key.",
    input: { body: newKey, bodyExample: { name: "My app", expires_at: "2027-10-01T00:00:00.000Z" } },
    output: { description: "The key, with its secret.", ...issuedAnswer },
    failures: [conflict],
    bodyAt: newKeySchemaAt,
    handle: async (context) => {
      const { body, infrastructure } = context;
      const order = { name: body.name, expires_at: body.expires_at ? new Date(body.expires_at) : null };
      const { prisma } = infrastructure.database;
      const createdKey = await addKey(prisma, editorOf(context), order, new Date(infrastructure.now()));
      return issued(createdKey, infrastructure);
    },
  }),
});

export const rotationRoute = privateRoute("/keys/{id}/rotate", {
  POST: defineOperation({
    operationId: "rotateKey",
    ...ofOwnKeys,
    summary: "Rotate a key",
    description:
      "The new key has the old one's name, note, limit and expiry. The old key keeps working for the requested grace period (none by default), but never longer than before, and counts as an active key meanwhile. Both keys share one count, and with it their use.",
    input: { params: keyParam, body: rotation, bodyExample: { grace_hours: 24 }, isBodyOptional: true },
    output: { description: "The new key, with its secret.", ...issuedAnswer },
    failures: [keyNotFound, conflict],
    prepare: ownKeyOf,
    handle: async (context) => {
      const { body, infrastructure, prepared } = context;
      const { prisma } = infrastructure.database;
      const { grace_hours = 0 } = body;
      const now = infrastructure.now();
      const ending = { now: new Date(now), graceEnd: new Date(now + grace_hours * hourMilliseconds) };
      const newKey = await replaceKey(prisma, editorOf(context), prepared.id, ending);
      infrastructure.keyCache.deleteById(prepared.id);
      return issued(newKey, infrastructure);
    },
  }),
});

export const keyRoute = privateRoute("/keys/{id}", {
  PATCH: defineOperation({
    operationId: "updateKey",
    ...ofOwnKeys,
    summary: "Rename or annotate a key",
    description: "Also for a key that no longer works. An absent field keeps its value; `null` removes the note.",
    input: { params: keyParam, body: keyChange, bodyExample: { note: "For the foyer screens." } },
    output: { description: "The key.", schema: listedKey },
    failures: [keyNotFound],
    prepare: ownKeyOf,
    handle: async ({ body, params, session, infrastructure }) => {
      await infrastructure.keyCache.flush();
      const { prisma } = infrastructure.database;
      const key = await updateKey(prisma, requireSignIn(session).accountId, params.id, body);
      return { value: await withUse(key, infrastructure) };
    },
  }),
  DELETE: defineOperation({
    operationId: "revokeKey",
    ...ofOwnKeys,
    summary: "Revoke a key",
    description: "Takes effect on the key's next request, even during a grace period. Idempotent.",
    input: { params: keyParam },
    output: { description: "The revoked key.", schema: keyRecord },
    failures: [keyNotFound],
    handle: async (context) => {
      const { params, infrastructure } = context;
      await infrastructure.keyCache.flush();
      const now = new Date(infrastructure.now());
      const key = await revokeKey(infrastructure.database.prisma, editorOf(context), params.id, now);
      infrastructure.keyCache.deleteById(key.id);
      return { value: await withUse(key, infrastructure) };
    },
  }),
});

async function issued({ key, secret }: CreatedKey, infrastructure: Infrastructure) {
  return { value: { ...(await withUse(key, infrastructure)), key: secret } };
}
