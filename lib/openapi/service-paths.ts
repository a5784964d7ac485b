import "server-only";
import { health, readiness } from "../service/health.ts";
import { quota } from "../service/quota.ts";
import { badRequest, internalError, methodNotAllowed } from "./failures.ts";
import { conditionalRead, freeRead } from "./operation.ts";
import { jsonResponse, unmeteredFailures } from "./responses.ts";
import { schemaReference } from "./schemas.ts";

export const serviceTag = { name: "Service", description: "The service itself: limits, health, and this document." };

/** Health answers without asking who wants to know: no credentials, no limits. */
const unmetered = {
  tags: [serviceTag.name],
  security: [],
};
const unmeteredResponses = unmeteredFailures([badRequest, methodNotAllowed, internalError]);

/** The paths that are not a resource's. */
export const servicePaths = {
  "/quota": {
    get: freeRead({
      operationId: "getQuota",
      tag: serviceTag.name,
      summary: "Ask what is left of the day's requests",
      description: "Asking is free: it is not counted, and is answered also when nothing is left.",
      success: {
        description: "Where the caller stands today.",
        schema: schemaReference(quota),
        example: { tier: "public", limit: 100, remaining: 73, reset: 1798761600 },
      },
    }),
  },
  "/openapi.json": {
    get: conditionalRead({
      operationId: "getOpenapi",
      tag: serviceTag.name,
      summary: "Get this document",
      success: {
        description: "The OpenAPI 3.1 description of the service.",
        schema: { type: "object" },
      },
    }),
  },
  "/health": {
    get: {
      operationId: "getHealth",
      summary: "Ask whether the process lives",
      ...unmetered,
      responses: {
        200: jsonResponse({
          description: "It does.",
          headers: [],
          schema: schemaReference(health),
          example: { status: "ok" },
        }),
        ...unmeteredResponses,
      },
    },
  },
  "/health/ready": {
    get: {
      operationId: "getReadiness",
      summary: "Ask whether the database can be read and written, and the store of the limits answers",
      ...unmetered,
      responses: {
        200: jsonResponse({
          description: "Both do.",
          headers: [],
          schema: schemaReference(readiness),
          example: { status: "ready", database: "ok", limits: "ok" },
        }),
        503: jsonResponse({
          description: "At least one does not, or the database can't store anything; the body says which.",
          headers: [],
          schema: schemaReference(readiness),
          example: { status: "not ready", database: "unreachable", limits: "ok" },
        }),
        ...unmeteredResponses,
      },
    },
  },
};
