import "server-only";
import type { Route } from "../http/route.ts";
import { currentDocument } from "./current-document.ts";
import { openapiDescription } from "./self-description.ts";

/** `GET /openapi.json`: conditional like the other reads. */
export const openapiRoute: Route = {
  ...openapiDescription,
  operations: {
    GET: {
      ...openapiDescription.operations.GET,
      answer: async ({ infrastructure, versions }) => ({
        body: await currentDocument(infrastructure, versions?.data ?? null),
        isConditional: true,
      }),
    },
  },
};
