import "server-only";
import { z } from "zod";
import { defineOperation } from "../http/define-operation.ts";
import { notFound } from "../http/failures.ts";
import type { Route } from "../http/route.ts";
import { noParameters } from "../resource/details-routes.ts";
import { recordParam, tagOf } from "../resource/examples.ts";
import { withSuccessor } from "../resource/successor.ts";
import { resourceAt } from "../resources/resources.ts";
import { Representation } from "../snapshots/representation.ts";
import { exampleProduction, requireRecord } from "./records.ts";
import { productionsOf } from "./row-entries.ts";
import { housedProduction } from "./schema.ts";

const shows = resourceAt("shows");

/** `/shows/{id}/productions`: the runs of a show. */
export const showProductionsRoute: Route = {
  path: "/shows/{id}/productions",
  isMetered: true,
  operations: {
    GET: withSuccessor(
      shows,
      defineOperation({
        operationId: "getShowProductions",
        tag: tagOf(shows),
        summary: "Get the productions of a show",
        description: "With their theatres, the oldest first.",
        isConditional: true,
        input: {
          params: recordParam(shows),
          query: noParameters,
        },
        output: {
          description: "The productions; an empty array when there are none.",
          schema: z.array(housedProduction),
          example: exampleProduction((production) => [production]),
        },
        failures: [notFound(shows)],
        prepare: (context) => requireRecord(context, shows),
        handle: async (context) => {
          const { id } = context.params;
          const body = await context.infrastructure.derived.body(context, `productions of ${id}`, (read) =>
            Representation.json(productionsOf(read, "show_id", id)),
          );
          return { body, isConditional: true };
        },
      }),
    ),
  },
};
