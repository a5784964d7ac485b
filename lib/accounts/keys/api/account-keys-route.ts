import "server-only";
import { z } from "zod";
import { exampleAccount, byAdministrator } from "../../api/examples.ts";
import { editorOf } from "../../api/own-account.ts";
import { idParam } from "../../../http/declaration.ts";
import { defineOperation } from "../../../http/define-operation.ts";
import { privateRoute } from "../../../http/route.ts";
import { readFailedRequests } from "../request-queries.ts";
import { accountKey, accountKeyQuery, revokedKey } from "../schema.browser.ts";
import { noParameters } from "../../../records/resource-routes.ts";
import type { Infrastructure } from "../../../infrastructure.ts";
import { exampleKey, keyNotFound } from "./key-examples.ts";
import { dailyUsage, withUse } from "./usage-route.ts";
import { findKeysByPrefix, ownerOfKey, revokeKey, type KeyWithOwner } from "./own-key-queries.ts";

/** An administrator looks up a key that was found somewhere, and revokes it alone. */

const shownDays = 30;

/** `GET /account-keys?prefix=` */
export const accountKeysByPrefixRoute = privateRoute("/account-keys", {
  GET: defineOperation({
    operationId: "findAccountKeys",
    ...byAdministrator,
    summary: "Find keys by their prefix",
    description: `Administrators only. The keys whose first 12 characters begin like this, active ones first, with their owner, the days of the last ${shownDays} on which they were used, and the networks of their failed requests of the last 14 days. Never send a whole key.`,
    input: { query: accountKeyQuery, queryExamples: { prefix: "tl_live_4Tq9" } },
    output: {
      description: "An array of keys, possibly empty.",
      schema: z.array(accountKey),
      example: [
        {
          ...exampleKey,
          account: { id: exampleAccount.id, email: exampleAccount.email, name: exampleAccount.name },
          days: [{ date: "2026-10-02", requests: 37 }],
          networks: [],
          failed_networks: [{ network: "192.0.2.0/24", requests: 3, last_at: "2026-10-02T18:04:11.250Z" }],
        },
      ],
    },
    handle: async ({ query: { prefix }, infrastructure }) => {
      await infrastructure.keyCache.flush();
      await infrastructure.keyRequests.flush();
      const found = await findKeysByPrefix(infrastructure.database.prisma, prefix);
      return { value: await Promise.all(found.map((key) => describe(key, infrastructure))) };
    },
  }),
});

/** `DELETE /account-keys/{id}` */
export const accountKeyRoute = privateRoute("/account-keys/{id}", {
  DELETE: defineOperation({
    operationId: "revokeAccountKey",
    ...byAdministrator,
    summary: "Revoke a key of an account",
    description: "Administrators only. Takes effect on the next request of the key. The owner can create a new one.",
    input: { params: idParam("key", exampleKey.id), query: noParameters },
    output: {
      description: "The key, now revoked.",
      schema: revokedKey,
      example: { prefix: exampleKey.prefix, revoked_at: "2026-10-02T19:00:00.000Z" },
    },
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
