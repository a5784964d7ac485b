import type { RecordShape } from "@/components/record-form/record-shape";

export const roleShape: RecordShape = {
  path: "roles",
  members: ["id", "name", "description", "production_id"],
  fields: [
    { name: "name", label: "Character", kind: "line", most: 200 },
    { name: "production_id", label: "Production", kind: "reference", to: "productions" },
    { name: "description", label: "Description", kind: "text", isOptional: true, most: 5000 },
  ],
};
