import "server-only";
import { dataProblem, type DataProblem } from "../data-problems/schema.ts";
import { changesTag } from "./changes-paths.ts";
import { badRequest } from "./failures.ts";
import { staffOperation } from "./operation.ts";
import { schemaReference } from "./schemas.ts";

const shown: DataProblem = {
  rule: "booking-until-past",
  resource: "shows",
  record_id: "the-pier",
  name: "The Pier",
  message: "It could be booked until 2026-10-31, which is past.",
  fields: ["booking_until"],
  related: [],
  fixes: [
    {
      label: "Name no last day",
      changes: [{ action: "update", resource: "shows", id: "the-pier", data: { booking_until: null } }],
    },
  ],
};

export const problemsPaths = {
  "/problems": {
    get: staffOperation({
      operationId: "listProblems",
      tag: changesTag.name,
      summary: "List what is wrong in the data",
      description: "As of today in London. Where a program can know how to mend it, the changes are there to be sent.",
      success: {
        description: "The problems, rule by rule; an empty array when there are none.",
        schema: { type: "array", items: schemaReference(dataProblem) },
        example: [shown],
      },
      failures: [badRequest],
    }),
  },
};
