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
import { exampleEntry, exampleProduction, requireRecord } from "./records.ts";
import { creditsOf } from "./row-entries.ts";
import { personCredit } from "./schema.ts";

const people = resourceAt("people");

/** `/people/{id}/credits`: the productions that a person was in. */
export const creditsRoute: Route = {
  path: "/people/{id}/credits",
  isMetered: true,
  operations: {
    GET: withSuccessor(
      people,
      defineOperation({
        operationId: "getPersonCredits",
        tag: tagOf(people),
        summary: "Get the credits of a person",
        description: "The productions that the person was in, the newest first, each with the person's cast entries.",
        isConditional: true,
        input: {
          params: recordParam(people),
          query: noParameters,
        },
        output: {
          description: "The credits; an empty array when there are none.",
          schema: z.array(personCredit),
          example: exampleProduction(({ theatre, ...production }, member) => [
            { production, theatre, cast_members: [exampleEntry(member)] },
          ]),
        },
        failures: [notFound(people)],
        prepare: (context) => requireRecord(context, people),
        handle: async (context) => {
          const { id } = context.params;
          const body = await context.infrastructure.derived.body(context, `credits ${id}`, (read) =>
            Representation.json(creditsOf(read, id)),
          );
          return { body, isConditional: true };
        },
      }),
    ),
  },
};
