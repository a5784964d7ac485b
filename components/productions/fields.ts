import type { RecordShape } from "@/components/resource/record-shape";
import { production } from "@/lib/productions/schema";

export const productionShape: RecordShape = {
  path: "productions",
  record: production,
  fields: [
    { name: "show_id", label: "Show", kind: "reference", to: "shows" },
    { name: "theatre_id", label: "Theatre", kind: "reference", to: "theatres" },
    { name: "opening_date", label: "Opens", kind: "date" },
    { name: "closing_date", label: "Closes", kind: "date", hint: "Empty when the run is open-ended" },
  ],
};
