import "server-only";
import { z } from "zod";
import { serviceTag } from "../service/tag.ts";
import type { DescribedRoute } from "./declared-paths.ts";

/** `/openapi.json` as the document shows it. What answers it makes the document, and so stands in another file. */
export const openapiDescription = {
  path: "/openapi.json",
  isMetered: true,
  operations: {
    GET: {
      isConditional: true,
      declaration: {
        operationId: "getOpenapi",
        tag: serviceTag,
        summary: "Get this document",
        input: {},
        output: { description: "The OpenAPI 3.1 description of the service.", schema: z.looseObject({}) },
      },
    },
  },
} satisfies DescribedRoute;
