import type { RecordShape } from "@/components/record-form/record-shape";

export const productionShape: RecordShape = {
  path: "productions",
  members: ["id", "show_id", "theatre_id", "opening_date", "closing_date"],
  fields: [
    { name: "show_id", label: "Show", kind: "reference", to: "shows" },
    { name: "theatre_id", label: "Theatre", kind: "reference", to: "theatres" },
    { name: "opening_date", label: "Opens", kind: "date" },
    { name: "closing_date", label: "Closes", kind: "date", isOptional: true, hint: "Empty when the run is open-ended" },
  ],
};
