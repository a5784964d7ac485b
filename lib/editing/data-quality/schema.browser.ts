import { z } from "zod";
import { changeInput } from "../changes/schema.browser.ts";
import { date, id, line, trimmedText } from "../../core/fields.browser.ts";
import { ruleNames, severities, type ProblemRule } from "./terms.browser.ts";

const rule = z.enum(ruleNames);
const resource = z.string().describe("The resource as in its path: `cast-members`.");

const named = {
  resource,
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
      resource,
      record_id: id.describe("The record to update; it need not be the one with the problem."),
      fields: z.array(z.string()).describe("The fields whose correct values only a person can know."),
      suggested: z
        .record(z.string(), z.string())
        .optional()
        .describe("Suggested values by field, to be checked by a person."),
      reason: z.string().optional().describe("Why these values are suggested."),
      earliest: date.optional().describe("The earliest possible day."),
      latest: date.optional().describe("The latest possible day."),
    }),
    z.strictObject({
      kind: z.literal("merge"),
      label,
      resource,
      record_ids: z.array(id).describe("The records that may be duplicates."),
    }),
    z.strictObject({
      kind: z.literal("verify"),
      label,
      resource,
      record_id: id.describe("The record to confirm, with `verified` in its sources."),
    }),
    z.strictObject({
      kind: z.literal("source"),
      label,
      resource,
      records: z
        .array(
          z.strictObject({
            record_id: id,
            fields: z.array(z.string()).describe("The fields without a source; empty: the whole record."),
          }),
        )
        .describe("The records that need a source."),
    }),
    z.strictObject({
      kind: z.literal("cast"),
      label,
      address: z.string().describe("The page of the production's cast, its creative team or its week."),
    }),
  ])
  .meta({ id: "DataDecision", description: "A fix that needs a person's choice." });

export type DataDecision = z.infer<typeof decision>;

/** A record has at most one problem of each rule. */
export const problemName = z.strictObject({
  rule,
  resource: line(40).describe(resource.description ?? ""),
  record_id: line(200).describe("The record's id."),
});

const until = date.nullable().describe("The day on which it comes back; null: only when the facts change.");
const reason = trimmedText(500);

const snooze = z.strictObject({
  until,
  reason,
  at: z.iso.datetime().describe("When it was snoozed."),
  account: z
    .strictObject({ id, name: z.string() })
    .nullable()
    .describe("By whom: the name, else the e-mail address. Null: the account was deleted."),
});

export const dataProblem = z
  .strictObject({
    ...problemName.shape,
    name: named.name,
    detail: named.detail,
    severity: z.enum(severities).describe("A contradiction can't be true; a remark should be looked at."),
    message: z.string().describe("What is wrong, as a sentence."),
    fields: z.array(z.string()).describe("The record's fields to edit."),
    related: z.array(z.strictObject(named)).describe("The other records involved."),
    fixes: z
      .array(z.strictObject({ label: z.string(), changes: z.array(changeInput) }))
      .describe("Fixes that follow from the data alone, each ready to be sent to `POST /changes`. None loses a value."),
    decisions: z.array(decision).describe("Fixes that need a person's choice."),
    is_on: z.boolean().describe("Whether it concerns a production that runs today."),
    theatres: z.array(z.strictObject({ id, name: z.string() })).describe("The theatres concerned."),
    facts: z.string().describe("Changes with the facts that make the problem; to be sent when it is snoozed."),
    snooze: snooze.nullable().describe("Why it is hidden, and until when; null unless it is snoozed."),
  })
  .meta({ id: "DataProblem", description: "A contradiction or a gap in the data." });

export type DataProblem = z.infer<typeof dataProblem>;

/** Fits a body of 64 KiB. */
const maxSnoozed = 200;

export const snoozeRequest = z
  .strictObject({
    problems: z
      .array(z.strictObject({ ...problemName.shape, facts: dataProblem.shape.facts }))
      .min(1)
      .max(maxSnoozed),
    until,
    reason,
  })
  .meta({ id: "SnoozeRequest", description: "The problems to hide, and why." });

export const unsnoozeRequest = z
  .strictObject({ problems: z.array(problemName).min(1).max(maxSnoozed) })
  .meta({ id: "UnsnoozeRequest", description: "The problems to show again." });

/** The days of `GET /problems/counts` are on their way out (contract §16). */
export const earlierCountsNotice =
  "Deprecated since 2026-11-27: earlier counts are no longer kept. It may be gone from 2027-05-27 on.";

const counts = z
  .strictObject(Object.fromEntries(ruleNames.map((name) => [name, z.int().min(0)])) as Record<ProblemRule, z.ZodInt>)
  .describe("By rule, without snoozed problems.");

export const problemCounts = z
  .strictObject({
    now: counts,
    days: z
      .array(z.strictObject({ date, counts }))
      .describe(`Today's counts alone. ${earlierCountsNotice}`)
      .meta({ deprecated: true }),
  })
  .meta({ id: "ProblemCounts", description: "How many problems there are." });

export type ProblemCounts = z.infer<typeof problemCounts>;

/** A production that runs, and how long ago its company was seen. */
export interface CastToLookAt {
  id: string;
  show: string;
  theatre: string;
  /** The day on which, or after which, half of its company was seen, `YYYY-MM-DD`; null: no one ever was. */
  seenOn: string | null;
  /** How often the page of its show and the API's answers about either were read in seven days. */
  reads: number;
  /** The pages that name most of its cast. */
  sources: { name: string; url: string }[];
}
