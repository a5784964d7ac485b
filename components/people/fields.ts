import type { RecordShape } from "@/components/record-form/record-shape";

export const personShape: RecordShape = {
  path: "people",
  members: ["id", "name", "bio", "image"],
  fields: [
    { name: "name", label: "Full name", kind: "line", most: 200 },
    { name: "bio", label: "Biography", kind: "text", isOptional: true, most: 10_000 },
    { name: "image", label: "Headshot", kind: "line", isOptional: true, most: 2048, hint: "An https address" },
  ],
};
