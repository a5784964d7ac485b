import "server-only";
import type { Route } from "../http/route.ts";
import { currentDocument } from "./current-document.ts";

/** `GET /openapi.json`: conditional like the other reads. */
export const openapiRoute: Route = {
  path: "/openapi.json",
  isMetered: true,
  operations: {
    GET: {
      isConditional: true,
      answer: async ({ infrastructure, versions }) => ({
        body: await currentDocument(infrastructure, versions?.data ?? null),
        isConditional: true,
      }),
    },
  },
};
