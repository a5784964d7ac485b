import "server-only";
import { requireSignIn } from "../../../http/access/staff.ts";
import { z } from "zod";
import { accountsTag, keyNotFound, keyParam, ofOwnKeys } from "../../api/tags.ts";
import type { FieldIssue } from "../../../http/body.ts";
import { idParam } from "../../../http/declaration.ts";
import { defineOperation } from "../../../http/define-operation.ts";
import { notFound } from "../../../http/failures.ts";
import { privateRoute } from "../../../http/route.ts";
import { editorOf, ownKeyOf } from "../../api/own-account-route.ts";
import { dailyLimitOf } from "../api/usage-route.ts";
import { noParameters } from "../../../records/resource-routes.ts";
import { conflict } from "../../../records/failures.ts";
import {
  addLimitRequest,
  answerLimitRequest,
  findLimitRequest,
  listLimitRequests,
  listOwnLimitRequests,
} from "./limit-request-queries.ts";
import {
  limitAnswer,
  limitRequestRecord,
  limitRequestsQuery,
  managedLimitRequest,
  newLimitRequest,
} from "./schema.browser.ts";

export const ownLimitRequestsRoute = privateRoute("/keys/{id}/limit-requests", {
  GET: defineOperation({
    operationId: "listKeyLimitRequests",
    ...ofOwnKeys,
    summary: "List a key's limit requests",
    description: "Newest first. When a key is rotated, a request that waits for its answer goes to the new key.",
    input: { params: keyParam, query: noParameters },
    output: { description: "The requests.", schema: z.array(limitRequestRecord) },
    failures: [keyNotFound],
    prepare: ownKeyOf,
    handle: async ({ prepared, infrastructure: { database } }) => ({
      value: await listOwnLimitRequests(database.prisma, prepared.id),
    }),
  }),
  POST: defineOperation({
    operationId: "requestKeyLimit",
    ...ofOwnKeys,
    summary: "Request a higher limit",
    description:
      "Administrators answer it; you are told in the portal, and by mail if the service sends any. A key has one request that waits: another replaces it. A key that is no longer active is 409.",
    input: {
      params: keyParam,
      query: noParameters,
      body: newLimitRequest,
      bodyExample: { daily_limit: 50_000, reason: "The foyer screens of six more theatres." },
    },
    output: { status: 201, description: "The request.", schema: limitRequestRecord },
    failures: [keyNotFound, conflict],
    prepare: ownKeyOf,
    check: ({ sent }, key, { infrastructure }) => notHigher(sent["daily_limit"], dailyLimitOf(key, infrastructure)),
    handle: async ({ body, prepared, session, infrastructure: { database, now } }) => {
      const owned = { accountId: requireSignIn(session).accountId, keyId: prepared.id };
      return { value: await addLimitRequest(database.prisma, owned, body, new Date(now())) };
    },
  }),
});

export const limitRequestsRoute = privateRoute("/limit-requests", {
  GET: defineOperation({
    operationId: "listLimitRequests",
    tag: accountsTag,
    summary: "List limit requests",
    description:
      "Administrators only. Those that wait for an answer first, oldest first; then the answered ones, latest first; at most 200. Requests for keys that no longer work do not wait.",
    access: "answerLimitRequests",
    input: { query: limitRequestsQuery },
    output: { description: "The requests.", schema: z.array(managedLimitRequest) },
    handle: async ({ query, infrastructure }) => ({
      value: await listLimitRequests(infrastructure, query.state ?? null),
    }),
  }),
});

export const limitRequestRoute = privateRoute("/limit-requests/{id}", {
  PUT: defineOperation({
    operationId: "answerLimitRequest",
    tag: accountsTag,
    summary: "Answer a limit request",
    description:
      "Administrators only. A new limit applies immediately, on every instance; its owner is told. An answered request is 409, and so is granting one for a key that is no longer active. A request that its owner has replaced is 404.",
    access: "answerLimitRequests",
    input: {
      params: idParam("limit request"),
      query: noParameters,
      body: limitAnswer,
      bodyExample: { state: "granted", daily_limit: 50_000 },
    },
    output: { description: "The answered request.", schema: managedLimitRequest },
    failures: [notFound({ singular: "Limit request" }), conflict],
    prepare: ({ params: { id }, infrastructure }) =>
      findLimitRequest(infrastructure.database.prisma, id, infrastructure),
    check: ({ sent }, { state, daily_limit, key }) =>
      state === "received" && sent["state"] === "granted"
        ? notHigher(sent["daily_limit"] ?? daily_limit, key.daily_limit)
        : [],
    handle: async (context) => ({
      value: await answerLimitRequest(context.infrastructure, editorOf(context), context.params.id, context.body),
    }),
  }),
});

/** The issue of a limit that is not higher than the present one. The schema refuses what is no limit at all. */
function notHigher(limit: unknown, present: number): FieldIssue[] {
  if (typeof limit !== "number" || limit < 1 || limit > present) return [];
  const message = `must be more than the key's present limit of ${present.toLocaleString("en-GB")}`;
  return [{ path: "daily_limit", message }];
}
