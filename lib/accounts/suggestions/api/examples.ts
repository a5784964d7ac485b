import "server-only";
import type { OperationTag } from "../../../http/declaration.ts";
import type { OwnSuggestion, SuggestionRecord } from "../schema.browser.ts";

/** The examples of the operations on suggestions in the OpenAPI document. */

export const suggestionsTag: OperationTag = {
  name: "Suggestions",
  description: "Corrections that readers suggest. Anyone can send one; staff answer it; only its state is public.",
};

/** As the export of its author has it. */
export const exampleOwnSuggestion: OwnSuggestion = {
  id: "7c0f1e6a-52d9-4b8e-a3f4-9d1c6b7e2058",
  state: "received",
  answered_at: null,
  reason: null,
  resource: "shows",
  record_id: "hamilton",
  field: "booking_until",
  proposed: "2027-10-02",
  note: "The box office sells until then.",
  source_url: "https://example.com/hamilton",
  contact: "ada@example.com",
  created_at: "2026-10-02T18:30:00.000Z",
};

export const exampleSuggestion: SuggestionRecord = {
  ...exampleOwnSuggestion,
  group_id: "q1l0Zx9rV3sTtYw2",
  label: "Hamilton",
  field_label: "Booking until",
  present: "27 Feb 2027",
};
