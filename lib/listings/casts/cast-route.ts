import "server-only";
import { z } from "zod";
import { date } from "../../core/fields.browser.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import type { Route } from "../../http/route.ts";
import { exampleOf, tagOf } from "../../records/examples.ts";
import { withSuccessor } from "../../records/successor.ts";
import { resourceAt } from "../../resources/resources.ts";
import { Representation } from "../../catalogue/representation.ts";
import { castOn } from "./days.ts";
import { exampleEntry, requireRecord } from "./records.ts";
import { castEntry } from "./schema.browser.ts";

const productions = resourceAt("productions");
const castMembers = resourceAt("cast-members");

const parameters = z
  .strictObject({
    on: date.optional().describe("Only those who can have been in it on this day."),
    dated: z.enum(["only"]).optional().describe("With `on`: leaves out those without engagements."),
  })
  .refine(({ on, dated }) => dated === undefined || on !== undefined, {
    path: ["dated"],
    message: "needs the parameter on",
  });

/** `/productions/{id}/cast`: everyone who was in a production, or those of a day. */
export const productionCastRoute: Route = {
  path: "/productions/{id}/cast",
  isMetered: true,
  operations: {
    GET: withSuccessor(
      productions,
      defineOperation({
        operationId: "getProductionCast",
        tag: tagOf(productions),
        summary: "Get the cast of a production",
        description:
          "In the order of the cast list, with engagements and covers. With `on`, only those who were in it on that day, as far as is known: `certain` tells facts from possibilities. A cast member without engagements can have been in it on any day of the run.",
        isConditional: true,
        input: {
          params: idParam(
            "production",
            exampleOf(castMembers, (sample) => exampleEntry(sample).production_id),
          ),
          query: parameters,
        },
        output: {
          description: "An array of cast members, empty when none is known.",
          schema: z.array(castEntry),
          example: exampleOf(castMembers, (sample) => [exampleEntry(sample)]),
        },
        failures: [notFound(productions)],
        prepare: (context) => requireRecord(context, productions),
        handle: async (context) => {
          const { id } = context.params;
          const { on, dated } = context.query;
          const key = `cast ${JSON.stringify([id, on, dated])}`;
          const body = await context.infrastructure.derived.body(context, key, (read) => {
            const production = read.row("productions", id);
            return Representation.json(production ? castOn(read, production, context.query) : []);
          });
          return { body, isConditional: true };
        },
      }),
    ),
  },
};
