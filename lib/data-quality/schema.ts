import { z } from "zod";
import { changeInput } from "../changes/schema.ts";
import { date, id } from "../fields.ts";

export const rules = [
  "current-show-not-there",
  "closed-run-still-current",
  "two-open-productions",
  "booking-until-past",
  "duplicate-people",
  "production-without-cast",
  "missing-coordinates",
  "missing-capacity",
  "image-not-https",
] as const;

const named = {
  resource: z.string().describe("The resource as in its path: `cast-members`."),
  record_id: id,
  name: z.string().describe("The record's name."),
  detail: z.string().optional().describe("What distinguishes the record from others of the same name."),
};

const label = z.string().describe("The label of a button.");

/** What a person has to choose before the problem can be fixed. */
export const decision = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("fields"),
      label,
      resource: named.resource,
      record_id: id.describe("The record to update; it need not be the one with the problem."),
      fields: z.array(z.string()).describe("The fields whose correct values only a person can know."),
      suggested: z
        .record(z.string(), z.string())
        .optional()
        .describe("Suggested values by field, to be checked by a person."),
      earliest: date.optional().describe("The earliest possible day."),
      latest: date.optional().describe("The latest possible day."),
    }),
    z.strictObject({
      kind: z.literal("merge"),
      label,
      resource: named.resource,
      record_ids: z.array(id).describe("The records that may be duplicates."),
    }),
  ])
  .meta({ id: "DataDecision", description: "A fix that needs a person's choice." });

export type DataDecision = z.infer<typeof decision>;

export const dataProblem = z
  .strictObject({
    rule: z.enum(rules),
    ...named,
    message: z.string().describe("What is wrong, as a sentence."),
    fields: z.array(z.string()).describe("The record's fields to edit."),
    related: z.array(z.strictObject(named)).describe("The other records involved."),
    fixes: z
      .array(z.strictObject({ label: z.string(), changes: z.array(changeInput) }))
      .describe("Fixes that follow from the data alone, each ready to be sent to `POST /changes`. None loses a value."),
    decisions: z.array(decision).describe("Fixes that need a person's choice."),
  })
  .meta({ id: "DataProblem", description: "A contradiction or a gap in the data." });

export type DataProblem = z.infer<typeof dataProblem>;
