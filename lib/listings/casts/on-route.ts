import "server-only";
import { z } from "zod";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute } from "../../http/route.ts";
import { tagOf } from "../../records/examples.ts";
import { resourceAt } from "../../resources/resources.ts";
import { listingsOn } from "./listings.ts";
import { exampleDay } from "./records.ts";
import { lastKnownParameter, listingsDay, onDay } from "./schema.browser.ts";
import { someOf } from "../search/query-schema.ts";

const included = ["cast", "crew"];

const filter = z.string().min(1, "must not be empty");

const parameters = z
  .strictObject({
    date: listingsDay.optional().describe("The day; today in London without it."),
    theatre_id: filter.optional().describe("Only productions at this theatre."),
    show_id: filter.optional().describe("Only productions of this show."),
    include: someOf(included).optional().describe("Adds who is in each production on that day, and its creative team."),
    dated: z.enum(["only"]).optional().describe("With `include=cast`: leaves out those without engagements."),
    last_known: lastKnownParameter("include=cast"),
  })
  .superRefine(({ include, ...query }, context) => {
    if (include?.includes("cast")) return;
    for (const name of ["dated", "last_known"] as const)
      if (query[name] !== undefined) context.addIssue({ code: "custom", path: [name], message: "needs include=cast" });
  });

/** `/on`: what is on, on one day. */
export const onRoute = meteredRoute("/on", {
  GET: defineOperation({
    operationId: "getOn",
    tag: tagOf(resourceAt("productions")),
    summary: "Get what is on",
    description:
      "The productions that run on a day, by the name of the show, each with its theatre and its details. A run lasts from its first preview, else its opening date, to its closing date. With `include=cast` each has the people who are in it on that day, as far as is known: `certain` tells facts from possibilities. With `include=crew` each has its creative team. A theatre may still have no performance on that day.",
    isConditional: true,
    input: { query: parameters, queryExamples: { include: ["cast"] } },
    output: {
      description: "The day and its productions.",
      schema: onDay,
      example: exampleDay,
    },
    handle: async (context) => ({ body: await listingsOn(context, context.query), isConditional: true }),
  }),
});
