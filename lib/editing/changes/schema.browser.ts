import { z } from "zod";
import { difference } from "../activity/schema.browser.ts";
import { batchLimits, maxChanges } from "./limits.browser.ts";

/** A short change may refer to a long record, which a dry run returns twice. */
export const maxResultBytes = 128 * 1024 * 1024;
export const tooManyChanges = `must have ${batchLimits}; split the batch`;
export const maxIssuesPerResult = 1_000;

/** An id chosen by the client: in the form of the dataset's ids, a UUID, or a placeholder. */
export const requestedId = z
  .string()
  .max(200, "must have at most 200 characters")
  .refine(
    (id) => /^[a-z0-9]+(--?[a-z0-9]+)*$|^new:[\w-]+$/.test(id) || z.uuid().safeParse(id).success,
    "must be words of a-z and 0-9 joined by - or --, a UUID, or new: and a name",
  )
  .describe(
    "Absent: the service makes a readable one. `new:` and a name: the same, and later changes refer to the record by this placeholder. Otherwise groups of `a-z` and `0-9` joined by `-` or `--`, or a UUID; no record may have it, or have had it.",
  );

const id = z.string().describe("The record's id: an existing one, or one that an earlier change creates.");
const resource = z.string().describe("The resource as in its path: `cast-members`.");
const data = z.record(z.string(), z.unknown());
const details = data
  .optional()
  .describe("The body of a PUT of its details; a list without entries, or null, removes all entries.");
const sources = z
  .array(z.unknown())
  .nullable()
  .optional()
  .describe("The new list of its sources. Without one the present list stays.");
const verified = z.boolean().optional().describe("`true` sets `verified_at` to now.");
const if_match = z
  .string()
  .optional()
  .describe("The ETag of the record as it was read; 412 when the record has changed since.");

const expect = data
  .optional()
  .describe(
    "Fields of the record and the values that they must still have; 412 when one has another, which the issue names as `now`.",
  );

export const changeInput = z
  .discriminatedUnion("action", [
    z.strictObject({
      action: z.literal("create"),
      resource,
      id: requestedId.optional(),
      data: data.describe("The body of a POST."),
      details,
      sources,
      verified,
    }),
    z.strictObject({
      action: z.literal("update"),
      resource,
      id,
      if_match,
      expect,
      accept: z
        .array(z.string())
        .optional()
        .describe("The ids of `offers`, which a dry run of this change lists, to make a part of it."),
      data: data.optional().describe("The body of a PUT: an absent field keeps its value, null clears it."),
      details,
      details_if_match: if_match.describe("The same for the ETag of its details."),
      sources,
      sources_if_match: if_match.describe("The same for the ETag of its sources."),
      add_sources: z
        .array(z.unknown())
        .optional()
        .describe(
          "Sources to append to the present list. One that it already has stays as it is; one with the same field, name and URL is replaced.",
        ),
      verified,
    }),
    z.strictObject({
      action: z.literal("delete"),
      resource,
      id,
      if_match,
      expect,
      cascade: z
        .boolean()
        .optional()
        .describe("Also delete the records that refer to it, where the resource allows that."),
    }),
  ])
  .meta({ id: "Change", description: "A change of one record." });

export type RequestedChange = z.infer<typeof changeInput>;

export const changesRequest = z
  .strictObject({
    dry_run: z.boolean().optional().describe("Preview the outcome without writing anything."),
    changes: z.array(changeInput).max(maxChanges, tooManyChanges),
  })
  .meta({ id: "Changes", description: "Changes that are applied in order, all or nothing." });

export const exportedRecord = z
  .looseObject({ id: z.string(), details: details.optional(), sources: sources.optional() })
  .meta({
    id: "ExportedRecord",
    description: "A record's fields, and its details and sources as a change takes them.",
  });

export const issue = z.strictObject({
  path: z.string(),
  message: z.string(),
  now: z.unknown().optional().describe("The present value, where `expect` has another."),
});

const reference = z
  .strictObject({
    resource: z.string(),
    id: z.string(),
    label: z.string().describe("What people call the referring record."),
    field: z.string().describe("The field of the referring record, or of its details."),
    counted_as: z.string().describe("How a 409 counts it: `cast-members`, `covers`."),
    with_cascade: z
      .enum(["deleted", "cleared"])
      .nullable()
      .describe(
        "What `cascade` does: deletes the referring record, or clears the field; null: it prevents the deletion.",
      ),
  })
  .describe("A record that refers to another.");

const offer = z
  .strictObject({
    id: z.string().describe("For `accept`: `keep-former-name`."),
    text: z.string().describe("What it does, for people."),
    default: z.boolean().describe("Whether most changes want it."),
  })
  .describe("A consequence of a change that it may accept. It is undone with the change.");

const outcomes = ["created", "changed", "unchanged", "deleted", "refused"] as const;
export type Outcome = (typeof outcomes)[number];

const record = z.record(z.string(), z.unknown()).nullable();

export const changeOutcome = z
  .strictObject({
    index: z.int().min(0).describe("Its index in the list, from 0."),
    outcome: z.enum(outcomes),
    id: z.string().nullable().describe("The record's id; null when there is none."),
    issues: z
      .array(issue)
      .optional()
      .describe(
        `Why it was refused. Paths are relative to the change: \`data.name\`. After ${maxIssuesPerResult} issues, only the first of each change is listed.`,
      ),
    before: record.optional().describe("In a dry run: the current record."),
    after: record.optional().describe("In a dry run: the record as it would be."),
    label: z
      .string()
      .nullable()
      .optional()
      .describe("In a dry run: what people call the record; null when there is none."),
    differences: z.array(difference).optional().describe("In a dry run: what the change would do, in words."),
    references: z.array(reference).optional().describe("In a dry run of a deletion: what refers to the record."),
    offers: z.array(offer).optional().describe("In a dry run: consequences that the change may `accept`."),
  })
  .meta({ id: "ChangeOutcome", description: "The outcome of one change." });

export type ChangeOutcome = z.infer<typeof changeOutcome>;

export const changesResult = z
  .strictObject({
    dry_run: z.boolean(),
    change_id: z
      .string()
      .nullable()
      .describe("Shared by the change's entries in the activity log; null when nothing was written."),
    activity_id: z
      .string()
      .nullable()
      .describe("An entry of the activity log, for undoing the whole batch; null when nothing was written."),
    counts: z.strictObject(
      Object.fromEntries(outcomes.map((outcome) => [outcome, z.int().min(0)])) as Record<Outcome, z.ZodInt>,
    ),
    changes: z.array(changeOutcome).describe("In the order of the request."),
  })
  .meta({ id: "ChangesResult", description: "The outcome of a batch of changes." });

export type ChangesResult = z.infer<typeof changesResult>;
