import "server-only";
import type { DataProblem } from "./schema.browser.ts";

/** The example problem in the OpenAPI document. */
export const exampleProblem: DataProblem = {
  rule: "booking-until-past",
  resource: "shows",
  record_id: "the-pier",
  name: "The Pier",
  severity: "contradiction",
  message: "Booking ended on 2026-10-31, but a run is still open.",
  fields: ["booking_until"],
  related: [{ resource: "productions", record_id: "the-pier-barn-2024", name: "The Pier, The Barn, 2024" }],
  fixes: [],
  decisions: [
    {
      kind: "fields",
      label: "Set a new last day…",
      resource: "shows",
      record_id: "the-pier",
      fields: ["booking_until"],
      earliest: "2026-11-22",
    },
    {
      kind: "fields",
      label: "The run at The Barn has closed…",
      resource: "productions",
      record_id: "the-pier-barn-2024",
      fields: ["closing_date"],
      earliest: "2024-03-14",
      latest: "2026-11-22",
    },
  ],
  is_on: true,
  theatres: [{ id: "the-barn", name: "The Barn" }],
  facts: "mXq0c1wYyEw2s9aB",
  snooze: null,
};
