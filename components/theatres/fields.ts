import type { RecordShape } from "@/components/record-form/record-shape";

export const theatreShape: RecordShape = {
  path: "theatres",
  members: ["id", "name", "address", "postcode", "lat", "lng", "capacity", "current_show_id"],
  fields: [
    { name: "name", label: "Name", kind: "line", most: 200 },
    { name: "current_show_id", label: "Current show", kind: "reference", to: "shows", isOptional: true },
    { name: "capacity", label: "Seats", kind: "number", isOptional: true },
    { name: "address", label: "Address", kind: "text", isOptional: true, most: 500 },
    { name: "postcode", label: "Postcode", kind: "line", isOptional: true },
    { name: "lat", label: "Latitude", kind: "number", isOptional: true, hint: "In degrees, such as 51.5117" },
    { name: "lng", label: "Longitude", kind: "number", isOptional: true, hint: "In degrees, such as -0.1316" },
  ],
};
