import { z } from "zod";
import { id } from "../../core/fields.browser.ts";

const relatedRecord = z.object({
  id,
  label: z.string().describe("What people call it on the page of the other record, whose name it leaves out."),
  notes: z.array(z.string()).describe("Its choices, its optional references and its dates, in words."),
});

export const relatedRecords = z
  .object({
    resource: z.string().describe("The resource that refers to the record, as in its path."),
    field: z.string().describe("The field by which it does."),
    title: z.string(),
    count: z.int(),
    groups: z
      .array(z.object({ title: z.string().nullable(), records: z.array(relatedRecord) }))
      .describe(
        "In the order of people's interest: what runs, what is to come, what is past. Empty groups are left out.",
      ),
  })
  .meta({ id: "RelatedRecords", description: "The records that refer to a record by one field." });

export type RelatedRecords = z.infer<typeof relatedRecords>;
