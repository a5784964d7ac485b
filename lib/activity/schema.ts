import { z } from "zod";
import { id } from "../fields.ts";

export const actions = ["create", "update", "delete", "revert"] as const;

const record = z.record(z.string(), z.unknown()).nullable();

export const activityEntry = z
  .strictObject({
    id,
    at: z.iso.datetime().describe("When, in UTC."),
    account: z
      .strictObject({ id, name: z.string().nullable() })
      .describe("Who, by the name the account had then; without a name when the account was deleted."),
    change_id: id.describe("Shared by all entries of one request: a cascade, an import, a bulk edit."),
    action: z.enum(actions),
    resource: z.string().describe("As in the path."),
    record_id: id,
    before: record.describe("The whole flat record; null where there was none."),
    after: record.describe("The whole flat record; null where there is none any more."),
  })
  .meta({ id: "ActivityEntry", description: "One record's part in one change." });

const mostEntries = 100;

/** A number of the journal: as many digits as a bigint surely holds. */
export const entryId = z.string().regex(/^\d{1,18}$/, "must be an entry's id");

export const activityQuery = z.object({
  resource: z.string().optional().describe("Only entries about records of this resource, named as in its path."),
  record_id: z.string().optional().describe("Only entries about the record with this id."),
  account_id: z.string().optional().describe("Only changes that this account made."),
  before: entryId
    .optional()
    .describe("Only entries older than the one with this id: the last of a page leads to the next."),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, `must be a whole number from 1 to ${mostEntries}`)
    .transform(Number)
    .pipe(z.int().min(1).max(mostEntries))
    .default(mostEntries)
    .describe("How many entries to give at most."),
});

export type ActivityEntry = z.infer<typeof activityEntry>;
