import "server-only";
import { z } from "zod";
import type { Env } from "../../settings/env.ts";
import { defineOperation } from "../../http/define-operation.ts";
import type { Route } from "../../http/route.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { serviceTag } from "../../http/service/health.ts";
import { Representation } from "../../catalogue/representation.ts";
import { currentDocument } from "./current-document.ts";
import { typesText } from "./types-text.ts";

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

const typescript = "application/typescript";

/** `GET /openapi.d.ts`: the types of the public reads alone. @param routes as for `openapiRouteFor`. */
export function typesRouteFor(routes: () => readonly Route[]): Route {
  const answersFor = memoize((settings: Env) => {
    const text = typesText(routes(), settings);
    return { text: new Representation(text, `${typescript}; charset=utf-8`), json: Representation.json(text) };
  });
  return {
    path: "/openapi.d.ts",
    isMetered: true,
    operations: {
      GET: defineOperation({
        operationId: "getTypes",
        tag: serviceTag,
        summary: "Get the types of the public reads",
        description: "TypeScript, as the typed client uses it. With `Accept: application/json` it is a string of JSON.",
        isConditional: true,
        input: { query: z.strictObject({}) },
        output: {
          description: "The types of all public reads and of what they answer.",
          schema: z.string(),
          otherTypes: [typescript],
        },
        handle: ({ request, infrastructure }) => {
          const isJson = /application\/json/i.test(request.header("accept") ?? "");
          const { text, json } = answersFor(infrastructure.settings);
          return {
            body: isJson ? json : text,
            isConditional: true,
            headers: { Vary: "Accept, Accept-Encoding, Authorization, Cookie" },
          };
        },
      }),
    },
  };
}
