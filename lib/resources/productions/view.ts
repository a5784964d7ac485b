import type { NounView } from "../../resource/view.ts";
import type { ProductionEntry } from "./schema.ts";
import { productionTerms, runStateTitles, stateOfRun } from "./terms.ts";

export const productionView: NounView<ProductionEntry> = {
  ...productionTerms,
  schema: async () => (await import("./schema.ts")).production,
  fields: {
    opening_date: { label: "Opens" },
    closing_date: { label: "Closes", hint: "Leave empty if open-ended" },
  },
  columns: [
    { field: "show_id", width: 260 },
    { field: "theatre_id", width: 220 },
    "opening_date",
    "closing_date",
    { id: "state", title: "State", width: 110, text: (run, { today }) => stateOfRun(run, today) },
    { id: "type", title: "Type", width: 100, text: ({ show }) => show.type },
    { field: "id", width: 280 },
  ],
  filters: [
    { id: "state", title: "State", valueOf: (run, { today }) => stateOfRun(run, today) },
    "theatre_id",
    { id: "type", title: "Type", valueOf: ({ show }) => show.type },
  ],
  order: "-opening_date",
  groups: { titles: runStateTitles, valueOf: (run, { today }) => stateOfRun(run, today) },
};
