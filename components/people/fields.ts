import type { RecordShape } from "@/components/resource/record-shape";
import { person } from "@/lib/people/schema";

export const personShape: RecordShape = {
  path: "people",
  record: person,
  fields: [
    { name: "name", label: "Full name", kind: "line" },
    { name: "bio", label: "Biography", kind: "text" },
    { name: "image", label: "Headshot", kind: "line", hint: "An https address" },
  ],
};
