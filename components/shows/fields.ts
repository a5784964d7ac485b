import type { RecordShape } from "@/components/resource/record-shape";
import { show, showTypes } from "@/lib/shows/schema";

export const showShape: RecordShape = {
  path: "shows",
  record: show,
  fields: [
    { name: "name", label: "Name", kind: "line" },
    { name: "type", label: "Type", kind: "choice", options: showTypes },
    { name: "booking_until", label: "Booking until", kind: "date", hint: "Empty when there is no end date" },
    { name: "description", label: "Description", kind: "text" },
    { name: "image", label: "Image", kind: "line", hint: "An https address" },
  ],
};
