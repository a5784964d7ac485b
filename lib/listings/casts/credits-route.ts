import "server-only";
import { z } from "zod";
import { resourceAt } from "../../resources/resources.ts";
import { listOfRecord } from "./list-of-record.ts";
import { exampleEntry, exampleProduction } from "./records.ts";
import { creditsOf } from "./row-entries.ts";
import { personCredit } from "./schema.browser.ts";

/** `/people/{id}/credits`: the productions that a person was in or worked on. */
export const creditsRoute = listOfRecord(resourceAt("people"), "credits", {
  operationId: "getPersonCredits",
  summary: "Get the credits of a person",
  description:
    "The productions that the person was in or worked on, the newest first, each with the person's entries in the cast and in the creative team.",
  output: {
    description: "An array of credits, possibly empty.",
    schema: z.array(personCredit),
    example: exampleProduction(({ theatre, ...production }, member) => [
      { production, theatre, cast_members: [exampleEntry(member)], crew_members: [] },
    ]),
  },
  read: creditsOf,
});
