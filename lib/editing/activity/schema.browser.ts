import { z } from "zod";
import { date as day, id, wholeNumber } from "../../core/fields.browser.ts";

export const authors = ["account", "schedule", "data-update"] as const;
export const actions = ["create", "update", "delete", "revert"] as const;

const record = z.record(z.string(), z.unknown()).nullable();

const words = z.string().nullable();

/** A field with its old and its new value (contract §29). */
export const difference = z
  .strictObject({
    field: z
      .string()
      .describe(
        "`name`, `details.aliases`, or `sources.name` for the sources of the name; `sources`: of the whole record.",
      ),
    label: z.string().describe("What people call the field."),
    before: words.describe("As people write it: a name in place of an id, `14 Mar 2026`; null: empty."),
    after: words,
  })
  .describe("A field with its old and its new value, in words.");

export const activityEntry = z
  .strictObject({
    id,
    at: z.iso.datetime().describe("When the change was made, in UTC."),
    account: z
      .strictObject({ id, name: z.string().nullable() })
      .nullable()
      .describe(
        "Who made the change, by the name at that time; without a name when the account has been deleted. Null: no person.",
      ),
    by: z
      .enum(authors)
      .describe(
        "`account`: a person. `schedule`: the calendar, when a run has ended or begun. `data-update`: an update of the dataset.",
      ),
    change_id: id.describe("Shared by all entries of one request: a cascade, an import, a bulk edit."),
    action: z.enum(actions),
    resource: z.string().describe("The resource, named as in its path."),
    record_id: id,
    label: z
      .string()
      .describe("What people call the record: `Ada Quill as Elphaba in Wicked, 2024`; its id where that is not known."),
    differences: z
      .array(difference)
      .describe("What the change did, in words. Of a record that was created or deleted, all that it had."),
    before: record.describe(
      "The whole record before the change; null when it did not exist. With its `details` or `sources` if the change touched them.",
    ),
    after: record.describe("The whole record after the change; null when it was deleted."),
  })
  .meta({ id: "ActivityEntry", description: "What one change did to one record." });

export const maxActivityEntries = 100;
/** How many entries a CSV file without `limit` has at most. */
export const maxActivityCsvEntries = 5_000;

/** The number of an entry, with as many digits as always fit into a bigint. */
export const entryId = z.string().regex(/^\d{1,18}$/, "must be an entry's id");

export const activityQuery = z.object({
  resource: z.string().optional().describe("Only entries of this resource, named as in its path."),
  record_id: z.string().optional().describe("Only entries of the record with this id."),
  production_id: z.string().optional().describe("Only entries of this production, its roles, its cast and its crew."),
  account_id: z.string().optional().describe("Only changes by this account."),
  change_id: z.string().optional().describe("Only the entries of this change."),
  from: day.optional().describe("Only changes on this day, in London, or later."),
  to: day.optional().describe("Only changes on this day, in London, or earlier."),
  q: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(100, "must have at most 100 characters")
    .optional()
    .describe("Only entries whose record, before or after the change, has this text, without regard to case."),
  before: entryId
    .optional()
    .describe("Only entries older than the one with this id. Send the last id of a page to get the next page."),
  limit: wholeNumber(1, maxActivityEntries)
    .optional()
    .describe(`The maximum number of entries. Default: ${maxActivityEntries}; as CSV ${maxActivityCsvEntries}.`),
});

export type ActivityEntry = z.infer<typeof activityEntry>;
/** An entry as it is stored, without what the records are called now. */
export type LoggedEntry = Omit<ActivityEntry, "label" | "differences">;
