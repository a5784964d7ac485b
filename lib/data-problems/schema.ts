import { z } from "zod";
import { change } from "../changes/schema.ts";
import { id } from "../fields.ts";

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
};

export const dataProblem = z
  .strictObject({
    rule: z.enum(rules),
    ...named,
    message: z.string().describe("What is wrong, as a sentence."),
    fields: z.array(z.string()).describe("The record's fields by which a person would mend it."),
    related: z.array(z.strictObject(named)).describe("The other records that have a part in it."),
    fixes: z
      .array(z.strictObject({ label: z.string(), changes: z.array(change) }))
      .describe("Ways to mend it, each ready to be sent to `POST /changes`; none where only a person can know."),
  })
  .meta({ id: "DataProblem", description: "Something in the data that can't be as it is, or that is missing." });

export type DataProblem = z.infer<typeof dataProblem>;
