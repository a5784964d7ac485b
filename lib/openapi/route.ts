import "server-only";
import { z } from "zod";
import { defineOperation } from "../http/define-operation.ts";
import type { Route } from "../http/route.ts";
import { serviceTag } from "../service/health.ts";
import { currentDocument } from "./current-document.ts";

/** `GET /openapi.json`. @param routes the documented routes, including this one. */
export function openapiRouteFor(routes: () => readonly Route[]): Route {
  return {
    path: "/openapi.json",
    isMetered: true,
    operations: {
      GET: defineOperation({
        operationId: "getOpenapi",
        tag: serviceTag,
        summary: "Get this document",
        isConditional: true,
        output: { description: "The OpenAPI 3.1 description of the service.", schema: z.looseObject({}) },
        handle: async ({ infrastructure, versions }) => ({
          body: await currentDocument(routes(), infrastructure, versions?.data ?? null),
          isConditional: true,
        }),
      }),
    },
  };
}
