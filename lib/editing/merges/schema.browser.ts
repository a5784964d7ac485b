import { z } from "zod";
import { exportedRecord } from "../changes/schema.browser.ts";

const id = z.string();
const label = z.string().describe("What people call it.");
const words = z.string().nullable().describe("As people write it; null: empty.");

const reference = z.strictObject({
  resource: z.string().describe("The resource of the record that refers, as in its path: `cast-members`."),
  id,
  label,
  field: z.string().describe("The field by which it refers; `covers` for an entry of that list."),
});

const mergingRecord = z.strictObject({
  id,
  label,
  names: z.array(z.string()).describe("Its name and its other names; none for a record without a name."),
  etag: z.string().describe("For `If-Match`, `into_if_match` or `if_match` of the merge."),
  created_at: z.string().nullable().describe("Null when that is not known, or not to be seen by the caller."),
  sources: z.int().min(0).describe("How many sources it has."),
  references: z.array(reference).describe("What refers to it now."),
});

const fieldOfMerge = z.strictObject({
  field: z.string().describe("As in `keep`."),
  label,
  values: z
    .array(z.strictObject({ value: z.unknown(), words, ids: z.array(id).describe("The records that have it.") }))
    .describe("Each value once, to choose from; one where all records agree."),
  kept: id.describe("The record whose value survives this merge."),
  suggested: id.describe(
    "The record whose value is better: the survivor's, else a known one; a longer text, a name with its accents, an https address.",
  ),
});

const listOfMerge = z.strictObject({
  field: z.string(),
  label,
  entries: z.array(z.strictObject({ id, words: z.array(z.string()) })).describe("By record."),
});

/** What `POST /{resource}/{id}/merge` answers to `dry_run` (contract §29). */
export const mergePlan = z
  .strictObject({
    dry_run: z.literal(true),
    into: id.describe("The record that survives."),
    suggested: id.describe(
      "The record to which most others refer; of several the oldest: a better survivor, if it is another.",
    ),
    survivor: exportedRecord,
    records: z.array(mergingRecord).describe("The record of the path, the others in their order, the survivor last."),
    fields: z.array(fieldOfMerge),
    lists: z.array(listOfMerge).describe("Those of which a record has an entry."),
    moves: z.array(reference).describe("What will refer to the survivor, and does not now."),
    joins: z
      .array(reference.extend({ into: id }))
      .describe("What becomes equal to another record, `into`, which stays and takes its details and sources."),
    aliases: z.array(z.string()).describe("The other names that the survivor gains."),
    clashes: z
      .array(z.strictObject({ field: z.string(), key: z.string(), kept: z.string(), lost: z.array(z.string()) }))
      .describe("Where the records have different ids of one scheme, and one is kept."),
  })
  .meta({ id: "MergePlan", description: "What a merge will do." });

export type MergePlan = z.infer<typeof mergePlan>;
