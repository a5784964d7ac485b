import type { RecordShape } from "@/components/resource/record-shape";
import { role } from "@/lib/roles/schema";

export const roleShape: RecordShape = {
  path: "roles",
  record: role,
  fields: [
    { name: "name", label: "Character", kind: "line" },
    { name: "production_id", label: "Production", kind: "reference", to: "productions" },
    { name: "description", label: "Description", kind: "text" },
  ],
};
