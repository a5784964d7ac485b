import { capitalised } from "../../records/terms.browser.ts";
import type { ResourceView } from "../../records/view.browser.ts";
import type { ProductionEntry } from "./schema.browser.ts";
import { daysToClosing, describeRun, runStateTitles, stateOfRun } from "./terms.browser.ts";

/** What a new production needs next; the parameter opens it on the production's page. */
export const pasteCast = { label: "Paste the cast", parameter: "paste-cast" };

export const productionView: ResourceView<ProductionEntry> = {
  singular: "production",
  plural: "productions",
  nameOf: ({ opening_date }, named) =>
    `${named({ show_id: "shows" })}, ${named({ theatre_id: "theatres" })}, ${String(opening_date).slice(0, 4)}`,
  schema: async () => (await import("./schema.browser.ts")).production,
  detailsSchema: async () => (await import("./schema.browser.ts")).productionDetails,
  detailsFields: {
    press_night: { hint: "Equals the day on which it opens" },
    run_type: { hint: "Limited: with an announced end" },
    running_minutes: { hint: "With intervals" },
    age_from: { label: "Recommended age" },
    booking_url: { label: "Booking page" },
    transfer_of: { label: "Transfer of", hint: "The production that moved here" },
    schedule: { label: "Ordinary week", isWeek: true },
    performances: {
      label: "What differs from the week",
      hint: "A cancelled or an added performance, or one that is captioned, audio described, signed or relaxed",
      addLabel: "Add a performance",
    },
    external_ids: { label: "IDs elsewhere" },
  },
  fields: {
    opening_date: { label: "Opens" },
    closing_date: { label: "Closes", hint: "Leave empty if open-ended" },
  },
  columns: [
    { field: "show_id", width: 260 },
    { field: "theatre_id", width: 220 },
    "opening_date",
    "closing_date",
    {
      id: "state",
      title: "State",
      width: 138,
      isRigid: true,
      text: (run, { today }) => stateOfRun(run, today),
      cell: (run, { today }) => describeRun(run, today),
      badge: (run, { today }) =>
        daysToClosing(run, today) !== null ? "warning" : stateOfRun(run, today) === "running" ? "accent" : "neutral",
    },
    { id: "type", title: "Type", width: 92, isRigid: true, text: ({ show }) => show.type, badge: () => "neutral" },
    { field: "id", width: 280 },
  ],
  filters: [
    { id: "state", title: "State", valueOf: (run, { today }) => stateOfRun(run, today), labelFor: capitalised },
    "theatre_id",
    { id: "type", title: "Type", valueOf: ({ show }) => show.type, labelFor: capitalised },
  ],
  order: "-opening_date",
  nextStep: pasteCast,
  groups: { titles: runStateTitles, valueOf: (run, { today }) => stateOfRun(run, today) },
};
