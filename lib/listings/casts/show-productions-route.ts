import "server-only";
import { z } from "zod";
import { resourceAt } from "../../resources/resources.ts";
import { listOfRecord } from "./list-of-record.ts";
import { exampleProduction } from "./records.ts";
import { productionsOf } from "./row-entries.ts";
import { housedProduction } from "./schema.browser.ts";

/** `/shows/{id}/productions`: the runs of a show. */
export const showProductionsRoute = listOfRecord(resourceAt("shows"), "productions", {
  operationId: "getShowProductions",
  summary: "Get the productions of a show",
  description: "With their theatres, the oldest first.",
  output: {
    description: "An array of productions, possibly empty.",
    schema: z.array(housedProduction),
    example: exampleProduction((production) => [production]),
  },
  read: (catalogue, id) => productionsOf(catalogue, "show_id", id),
});
