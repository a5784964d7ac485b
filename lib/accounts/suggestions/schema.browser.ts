import { z } from "zod";
import { id, line, trimmedLine, trimmedText, webAddress, wholeNumber } from "../../core/fields.browser.ts";
import { paths } from "../../resources/resource-views.browser.ts";

/** The schemas of corrections that readers suggest (contract §18). Safe for the browser. */

export const suggestionStates = ["received", "accepted", "declined", "duplicate"] as const;

const state = z
  .enum(suggestionStates)
  .describe("`received`: not answered yet. `duplicate`: another suggestion that proposes the same was accepted.");
const reason = trimmedText(500).nullable().describe("Why it was answered so. Public.");

/** Lengths of its texts, for the form too. */
export const maxLengths = { proposed: 1_000, note: 2_000, contact: 200 } as const;

export const newSuggestion = z
  .strictObject({
    resource: z.enum(paths).describe("The resource as in its path: `cast-members`."),
    id: line(200).min(1, "is required").describe("The id of the record that is wrong."),
    field: line(100)
      .min(1, "must not be empty")
      .nullish()
      .describe("The field that is wrong, of the record or of its details; absent: the record as a whole."),
    proposed: trimmedText(maxLengths.proposed).nullish().describe("What the field should say, as text."),
    note: trimmedText(maxLengths.note).describe("What is wrong, and how you know."),
    source_url: webAddress.nullish().describe("Where it can be checked."),
    contact: trimmedLine(maxLengths.contact)
      .nullish()
      .describe("How to reach you if something is unclear. Deleted 90 days after the answer."),
  })
  .refine(({ field, proposed }) => (proposed ?? null) === null || (field ?? null) !== null, {
    path: ["field"],
    error: "is required with a proposed value",
  })
  .meta({ id: "NewSuggestion", description: "A correction that a reader suggests." });

export type NewSuggestion = z.infer<typeof newSuggestion>;

export const receivedSuggestion = z.strictObject({ id, state: z.literal("received") }).meta({
  id: "ReceivedSuggestion",
  description: "A suggestion that was received; its id is known to its author alone.",
});

export const suggestionStatus = z
  .strictObject({
    id,
    state,
    answered_at: z.iso.datetime().nullable().describe("When it was answered, in UTC; null: not yet."),
    reason,
  })
  .meta({ id: "SuggestionStatus", description: "What is public of a suggestion." });

export type SuggestionStatus = z.infer<typeof suggestionStatus>;

export const suggestionRecord = z
  .strictObject({
    ...suggestionStatus.shape,
    resource: newSuggestion.shape.resource,
    record_id: id.describe("The id of the record. It may have been deleted or merged since."),
    field: z.string().nullable(),
    proposed: z.string().nullable(),
    note: z.string(),
    source_url: z.string().nullable(),
    contact: z.string().nullable(),
    created_at: z.iso.datetime().describe("When it was sent, in UTC."),
    group_id: z
      .string()
      .nullable()
      .describe("The same for all that one network sent on one UTC day; null once it is answered."),
    label: z.string().describe("What people call the record; its id when it is gone."),
    field_label: z.string().nullable().describe("What people call the field."),
    present: z.string().nullable().describe("The present value of the field, in words; null: it is empty, or gone."),
  })
  .meta({ id: "Suggestion", description: "A suggestion, as staff see it." });

/** What its author, who can have a copy of it, is not told. */
export const forStaffOnly = { group_id: true, label: true, field_label: true, present: true } as const;

export type OwnSuggestion = Omit<z.infer<typeof suggestionRecord>, keyof typeof forStaffOnly>;
export type SuggestionRecord = z.infer<typeof suggestionRecord>;

export const suggestionAnswer = z
  .strictObject({
    state: z.enum(["accepted", "declined", "duplicate"]),
    reason: reason.optional(),
    whole_group: z
      .boolean()
      .optional()
      .describe("Answers all that wait with the same `group_id` alike. Only with `declined`."),
  })
  .refine(({ state, whole_group }) => !whole_group || state === "declined", {
    path: ["whole_group"],
    error: "can only be declined",
  })
  .meta({ id: "SuggestionAnswer", description: "The answer to a suggestion." });

export type SuggestionAnswer = z.infer<typeof suggestionAnswer>;

export const maxListedSuggestions = 100;

export const suggestionsQuery = z.strictObject({
  state: state.optional().describe("Only suggestions in this state."),
  resource: newSuggestion.shape.resource.optional().describe("Only those about records of this resource."),
  record_id: line(200).optional().describe("Only those about the record with this id."),
  id: line(100).optional().describe("Only the one with this id."),
  cursor: z
    .string()
    .regex(/^[\w-]+$/, "must be the cursor of a Link header")
    .optional()
    .describe('The place after which the page begins: that of the `Link` header with `rel="next"`.'),
  limit: wholeNumber(1, maxListedSuggestions)
    .default(maxListedSuggestions)
    .describe(`The maximum number of suggestions. Default: ${maxListedSuggestions}.`),
});
