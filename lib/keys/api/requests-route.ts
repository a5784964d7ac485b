import "server-only";
import { z } from "zod";
import { defineOperation } from "../../http/define-operation.ts";
import type { Route } from "../../http/route.ts";
import { readFailedRequests } from "../request-queries.ts";
import { failedRequest, failedRequestsQuery } from "../schema.browser.ts";
import { Representation } from "../../catalogue/representation.ts";
import { exampleFailedRequest, keyNotFound, keyParam, keysTag } from "./key-examples.ts";
import { ownerOf } from "../../accounts/api/own-account.ts";
import { findKey } from "../../accounts/api/own-queries.ts";

/** `GET /keys/{id}/requests`: the requests of a key that failed, and why. */
export const keyRequestsRoute: Route = {
  path: "/keys/{id}/requests",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: defineOperation({
      operationId: "listFailedRequests",
      tag: keysTag,
      summary: "List failed requests of a key",
      description:
        "The last 100 requests of the key that were not answered with 2xx or 304, the latest first, kept for 14 days. Also those that were refused because the key is expired, revoked or over its limit. A request appears within seconds. Values of the query, other headers and bodies are not kept. Requests with a mistyped key belong to no account and are not listed anywhere.",
      access: "manageOwnKeys",
      input: { params: keyParam, query: failedRequestsQuery },
      output: { description: "The requests.", schema: z.array(failedRequest), example: [exampleFailedRequest] },
      failures: [keyNotFound],
      prepare: ({ params, session, infrastructure }) =>
        findKey(infrastructure.database.prisma, ownerOf({ session }).accountId, params.id),
      handle: async ({ query, prepared, infrastructure: { database, keyRequests } }) => {
        await keyRequests.flush();
        return {
          body: Representation.json(await readFailedRequests(database, prepared.id, query.request_id ?? null)),
        };
      },
    }),
  },
};
