import "server-only";
import { z } from "zod";
import { idParam } from "../http/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import { notFound } from "../http/failures.ts";
import type { Route } from "../http/route.ts";
import { noParameters } from "../resource/details-routes.ts";
import { exampleOf, tagOf } from "../resource/examples.ts";
import { withSuccessor } from "../resource/successor.ts";
import { resourceAt } from "../resources/resources.ts";
import { derivedBody } from "../snapshots/derived-bodies.ts";
import { Representation } from "../snapshots/representation.ts";
import { housedProductions, productionsOf } from "./housed-productions.ts";
import { exampleProduction, requireRecord } from "./records.ts";
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
          params: idParam(
            "show",
            exampleOf(shows, ({ id }) => id),
          ),
          query: noParameters,
        },
        output: {
          description: "The productions; an empty array when there are none.",
          schema: z.array(housedProduction),
          example: exampleProduction((production) => [production]),
        },
        failures: [notFound(shows)],
        prepare: (context) => requireRecord(context, shows),
        handle: async ({ params, infrastructure: { snapshots }, versions }) => {
          const housed = await snapshots.snapshot(housedProductions, versions?.data ?? null);
          const body = await derivedBody([housed], `of the show ${params.id}`, () =>
            Representation.json(productionsOf(housed, { show_id: [params.id] })),
          );
          return { body, isConditional: true };
        },
      }),
    ),
  },
};
