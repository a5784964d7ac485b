import "server-only";
import { dataProblem, type DataProblem } from "../data-quality/schema.ts";
import { changesTag } from "./changes-paths.ts";
import { badRequest } from "./failures.ts";
import { staffOperation } from "./operation.ts";
import { schemaReference } from "./schemas.ts";

const shown: DataProblem = {
  rule: "booking-until-past",
  resource: "shows",
  record_id: "the-pier",
  name: "The Pier",
  message: "Booking ended on 2026-10-31, but a run is still open.",
  fields: ["booking_until"],
  related: [{ resource: "productions", record_id: "the-pier-barn-2024", name: "The Pier, The Barn, 2024" }],
  fixes: [],
  decisions: [
    {
      kind: "fields",
      label: "Set a new last day…",
      resource: "shows",
      record_id: "the-pier",
      fields: ["booking_until"],
      earliest: "2026-11-22",
    },
    {
      kind: "fields",
      label: "The run at The Barn has closed…",
      resource: "productions",
      record_id: "the-pier-barn-2024",
      fields: ["closing_date"],
      earliest: "2024-03-14",
      latest: "2026-11-22",
    },
  ],
};

export const problemsPaths = {
  "/problems": {
    get: staffOperation({
      operationId: "listProblems",
      tag: changesTag.name,
      summary: "List what is wrong in the data",
      description:
        "As of today in London. Where the data alone says how to mend it, the changes are there to be sent; where it does not, what a person has to choose.",
      success: {
        description: "The problems, rule by rule; an empty array when there are none.",
        schema: { type: "array", items: schemaReference(dataProblem) },
        example: [shown],
      },
      failures: [badRequest],
    }),
  },
};
