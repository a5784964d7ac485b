import { z } from "zod";
import { change } from "../changes/schema.ts";
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
  resource: z.string().describe("As in the path: `cast-members`."),
  record_id: id,
  name: z.string().describe("What people call the record."),
  detail: z.string().optional().describe("What tells the record from others of the same name."),
};

const label = z.string().describe("What a person would press.");

/** What a person has to choose before it can be mended. */
export const decision = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("fields"),
      label,
      resource: named.resource,
      record_id: id.describe("The record to update; it need not be the one with the problem."),
      fields: z.array(z.string()).describe("The fields whose right values only a person can know."),
      suggested: z
        .record(z.string(), z.string())
        .optional()
        .describe("Values that may be right, by field; to be checked first."),
      earliest: date.optional().describe("The first day that can be right."),
      latest: date.optional().describe("The last day that can be right."),
    }),
    z.strictObject({
      kind: z.literal("merge"),
      label,
      resource: named.resource,
      record_ids: z.array(id).describe("The records that may be the same."),
    }),
  ])
  .meta({ id: "DataDecision", description: "A way to mend a problem that needs a person's choice first." });

export type DataDecision = z.infer<typeof decision>;

export const dataProblem = z
  .strictObject({
    rule: z.enum(rules),
    ...named,
    message: z.string().describe("What is wrong, as a sentence."),
    fields: z.array(z.string()).describe("The record's fields by which a person would mend it."),
    related: z.array(z.strictObject(named)).describe("The other records that have a part in it."),
    fixes: z
      .array(z.strictObject({ label: z.string(), changes: z.array(change) }))
      .describe(
        "Ways to mend it that follow from the data alone, each ready to be sent to `POST /changes`. None loses a value.",
      ),
    decisions: z.array(decision).describe("Ways to mend it that need a person's choice first."),
  })
  .meta({ id: "DataProblem", description: "Something in the data that can't be as it is, or that is missing." });

export type DataProblem = z.infer<typeof dataProblem>;
