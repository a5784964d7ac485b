import type { RecordShape } from "@/components/record-form/record-shape";
import { showTypes } from "@/lib/resources/shows/terms";

export const showShape: RecordShape = {
  path: "shows",
  members: ["id", "name", "type", "description", "image", "booking_until"],
  fields: [
    { name: "name", label: "Name", kind: "line", most: 200 },
    { name: "type", label: "Type", kind: "choice", options: showTypes },
    {
      name: "booking_until",
      label: "Booking until",
      kind: "date",
      isOptional: true,
      hint: "Empty when there is no end date",
    },
    { name: "description", label: "Description", kind: "text", isOptional: true, most: 5000 },
    { name: "image", label: "Image", kind: "line", isOptional: true, most: 2048, hint: "An https address" },
  ],
};
