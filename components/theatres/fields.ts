import type { RecordShape } from "@/components/resource/record-shape";
import { theatre } from "@/lib/theatres/schema";

export const theatreShape: RecordShape = {
  path: "theatres",
  record: theatre,
  fields: [
    { name: "name", label: "Name", kind: "line" },
    { name: "current_show_id", label: "Current show", kind: "reference", to: "shows" },
    { name: "capacity", label: "Seats", kind: "number" },
    { name: "address", label: "Address", kind: "text" },
    { name: "postcode", label: "Postcode", kind: "line" },
    { name: "lat", label: "Latitude", kind: "number", hint: "In degrees, such as 51.5117" },
    { name: "lng", label: "Longitude", kind: "number", hint: "In degrees, such as -0.1316" },
  ],
};
