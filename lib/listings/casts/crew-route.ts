import "server-only";
import { z } from "zod";
import { crewMemberEntry } from "../../resources/crew-members/schema.browser.ts";
import { exampleOf } from "../../records/examples.ts";
import { resourceAt } from "../../resources/resources.ts";
import { listOfRecord } from "./list-of-record.ts";
import { crewEntriesOf } from "./row-entries.ts";

/** `/productions/{id}/crew`: the creative team of a production. */
export const productionCrewRoute = listOfRecord(resourceAt("productions"), "crew", {
  operationId: "getProductionCrew",
  summary: "Get the crew of a production",
  description: "Its creative team: who wrote, directed and designed it, in the published order.",
  output: {
    description: "An array of crew members, empty when none is known.",
    schema: z.array(crewMemberEntry),
    example: exampleOf(resourceAt("crew-members"), ({ entry }) => [JSON.parse(entry) as unknown]),
  },
  read: crewEntriesOf,
});
