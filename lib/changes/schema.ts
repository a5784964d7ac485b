import { z } from "zod";

/** Limits of `POST /changes`, whose body is larger than any other. */
export const mostChanges = 50_000;
export const mostChangesBytes = 32 * 1024 * 1024;
/** A short change may name a long record, whose text a dry run tells twice: 50,000 of them would come to gigabytes. */
export const maxResultBytes = 128 * 1024 * 1024;
/** A list that is wrong from end to end is told so that often. */
export const mostIssues = 1_000;

/** An id that a client gives: as those of the dataset are, or a UUID. */
export const givenId = z
  .string()
  .max(200, "must have at most 200 characters")
  .refine(
    (id) => /^[a-z0-9]+(--?[a-z0-9]+)*$/.test(id) || z.uuid().safeParse(id).success,
    "must be words of a-z and 0-9 joined by - or --, or a UUID",
  )
  .describe("Groups of `a-z` and `0-9` joined by `-` or `--`, or a UUID; it must be free.");

const id = z.string().describe("The record's id: one that is there, or that a change before this one creates.");
const resource = z.string().describe("As in the path: `cast-members`.");
const data = z.record(z.string(), z.unknown());
const if_match = z.string().optional().describe("The ETag of the record as it was read; when it no longer holds, 412.");

export const change = z
  .discriminatedUnion("action", [
    z.strictObject({
      action: z.literal("create"),
      resource,
      id: givenId.optional(),
      data: data.describe("As the body of a POST."),
    }),
    z.strictObject({
      action: z.literal("update"),
      resource,
      id,
      if_match,
      data: data.describe("As the body of a PUT: an absent field keeps its value, null clears it."),
    }),
    z.strictObject({
      action: z.literal("delete"),
      resource,
      id,
      if_match,
      cascade: z.boolean().optional().describe("Also what refers to the record, where the resource allows that."),
    }),
  ])
  .meta({ id: "Change", description: "What is to become of one record." });

export type RequestedChange = z.infer<typeof change>;

export const changesRequest = z
  .strictObject({
    dry_run: z.boolean().optional().describe("Only say what would become of each; nothing is written."),
    changes: z.array(change).max(mostChanges, `must have at most ${mostChanges} changes`),
  })
  .meta({ id: "Changes", description: "Changes that are made one after another, as one." });

export const issue = z.strictObject({ path: z.string(), message: z.string() });

const outcomes = ["created", "changed", "unchanged", "deleted", "refused"] as const;
export type Outcome = (typeof outcomes)[number];

const record = z.record(z.string(), z.unknown()).nullable();

export const changeOutcome = z
  .strictObject({
    index: z.int().min(0).describe("Its place in the list, from 0."),
    outcome: z.enum(outcomes),
    id: z.string().nullable().describe("The record's; null where there is none."),
    issues: z
      .array(issue)
      .optional()
      .describe(
        `Why it was refused. A path begins at the change: \`data.name\`. Once ${mostIssues} issues are named, only the first of each change.`,
      ),
    before: record.optional().describe("In a dry run: the record as it is."),
    after: record.optional().describe("In a dry run: the record as it would be."),
  })
  .meta({ id: "ChangeOutcome", description: "What became of one change, or would." });

export type ChangeOutcome = z.infer<typeof changeOutcome>;

export const changesResult = z
  .strictObject({
    dry_run: z.boolean(),
    change_id: z.string().nullable().describe("What the entries of the activity share; null when nothing was written."),
    activity_id: z
      .string()
      .nullable()
      .describe("An entry of the activity, by which the whole can be undone; null when nothing was written."),
    counts: z.strictObject(
      Object.fromEntries(outcomes.map((outcome) => [outcome, z.int().min(0)])) as Record<Outcome, z.ZodInt>,
    ),
    changes: z.array(changeOutcome).describe("In the order of the request."),
  })
  .meta({ id: "ChangesResult", description: "What became of a list of changes, or would." });

export type ChangesResult = z.infer<typeof changesResult>;
