import "server-only";
import { z } from "zod";
import { byAdministrator, byOwner, keyNotFound, keyParam, keysTag } from "../../api/tags.ts";
import { editorOf } from "../../api/own-account-route.ts";
import { foundNotice } from "../../schema.browser.ts";
import { hashKey, isWellFormedKey } from "../../../http/access/key.ts";
import { requireSignIn } from "../../../http/access/staff.ts";
import { defineOperation } from "../../../http/define-operation.ts";
import { privateRoute } from "../../../http/route.ts";
import type { Infrastructure } from "../../../infrastructure.ts";
import { noParameters } from "../../../records/resource-routes.ts";
import { readFailedRequests } from "../request-queries.ts";
import { accountKey, accountKeyQuery, foundKey, revokedKey } from "../schema.browser.ts";
import { dismissFoundKey, revokeFoundKey } from "./found-queries.ts";
import { findKeysByPrefix, ownerOfKey, revokeKey, type KeyWithOwner } from "./own-key-queries.ts";
import { dailyUsage, withUse } from "./usage-route.ts";

/** Keys that were found somewhere: the finder revokes one, and an administrator looks it up and revokes it alone. */

const shownDays = 30;

export const foundKeyRoute = privateRoute("/keys/found", {
  POST: defineOperation({
    operationId: "revokeFoundKey",
    tag: keysTag,
    summary: "Revoke a found key",
    description:
      "No account is needed: anyone who has a working key can revoke it. The owner is notified. Any other key or text is 404.",
    // Truncated, so that no secret scanner takes it for a key.
    input: { body: foundKey, bodyExample: { key: "tl_live_4Tq9…" } },
    output: { description: "The key is revoked.", schema: revokedKey },
    failures: [keyNotFound],
    handle: async ({ body: { key }, infrastructure: { database, settings, keyCache, now } }) => {
      // The 404 does not reveal whether the key is mistyped, unknown, expired or already revoked.
      if (!isWellFormedKey(key)) return { value: null };
      const found = await revokeFoundKey(database.prisma, hashKey(key), settings, new Date(now()));
      if (found) keyCache.delete(key);
      return { value: found };
    },
  }),
});

export const foundNoticeRoute = privateRoute("/account/found-keys/{id}", {
  DELETE: defineOperation({
    operationId: "dismissFoundKey",
    ...byOwner,
    summary: "Dismiss a found-key notice",
    description: "The key stays revoked. Idempotent.",
    deprecation: { since: "2026-11-27", sunset: "2027-05-27", instead: "Use `DELETE /account/notices/{id}`." },
    input: { params: keyParam },
    output: { description: "The dismissed notice.", schema: foundNotice },
    failures: [keyNotFound],
    handle: async ({ params: { id }, session, infrastructure: { database, now } }) => {
      const { accountId } = requireSignIn(session);
      return { value: await dismissFoundKey(database.prisma, accountId, id, new Date(now())) };
    },
  }),
});

export const accountKeysByPrefixRoute = privateRoute("/account-keys", {
  GET: defineOperation({
    operationId: "findAccountKeys",
    ...byAdministrator,
    summary: "Find keys by their prefix",
    description: `Administrators only. The keys whose first 12 characters begin like this, active ones first, with their owner, the days of the last ${shownDays} on which they were used, and the networks of their failed requests of the last 14 days. Never send a whole key.`,
    input: { query: accountKeyQuery, queryExamples: { prefix: "tl_live_4Tq9" } },
    output: { description: "An array of keys, possibly empty.", schema: z.array(accountKey) },
    handle: async ({ query: { prefix }, infrastructure }) => {
      await infrastructure.keyCache.flush();
      await infrastructure.keyRequests.flush();
      const found = await findKeysByPrefix(infrastructure.database.prisma, prefix);
      return { value: await Promise.all(found.map((key) => describe(key, infrastructure))) };
    },
  }),
});

export const accountKeyRoute = privateRoute("/account-keys/{id}", {
  DELETE: defineOperation({
    operationId: "revokeAccountKey",
    ...byAdministrator,
    summary: "Revoke a key of an account",
    description: "Administrators only. Takes effect on the next request of the key. The owner can create a new one.",
    input: { params: keyParam, query: noParameters },
    output: { description: "The key, now revoked.", schema: revokedKey },
    failures: [keyNotFound],
    handle: async (context) => {
      const { id } = context.params;
      const { database, keyCache, now } = context.infrastructure;
      const administrator = editorOf(context);
      const owner = await ownerOfKey(database.prisma, id);
      const editor = { ...administrator, accountId: owner, by: administrator.accountId };
      const at = new Date(now());
      const { prefix, revoked_at } = await revokeKey(database.prisma, editor, id, at);
      keyCache.deleteById(id);
      return { value: { prefix, revoked_at: revoked_at ?? at } };
    },
  }),
});

async function describe({ account, ...key }: KeyWithOwner, infrastructure: Infrastructure) {
  const [days, failed] = await Promise.all([
    dailyUsage(key, shownDays, infrastructure),
    readFailedRequests(infrastructure.database, key.id, null),
  ]);
  // The latest come first.
  const failedNetworks = new Map<string, { network: string; requests: number; last_at: string }>();
  for (const { address, at } of failed) {
    if (address === null) continue;
    const known = failedNetworks.get(address) ?? { network: address, requests: 0, last_at: at };
    failedNetworks.set(address, { ...known, requests: known.requests + 1 });
  }
  return {
    ...(await withUse(key, infrastructure)),
    account,
    days: days.filter(({ requests }) => requests > 0),
    networks: [],
    failed_networks: [...failedNetworks.values()],
  };
}
