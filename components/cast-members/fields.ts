import type { RecordShape } from "@/components/record-form/record-shape";
import { roleTypes } from "@/lib/resources/cast-members/terms";

export const castMemberShape: RecordShape = {
  path: "cast-members",
  members: ["id", "person_id", "production_id", "role_id", "role_type", "billing_order"],
  fields: [
    { name: "person_id", label: "Person", kind: "reference", to: "people" },
    { name: "production_id", label: "Production", kind: "reference", to: "productions" },
    {
      name: "role_id",
      label: "Role",
      kind: "reference",
      to: "roles",
      isOptional: true,
      hint: "A role of the same production",
      isFitting: ({ production_id }, values) => production_id === values["production_id"],
      given: ({ production_id = "" }) => ({ production_id }),
    },
    { name: "role_type", label: "Type", kind: "choice", options: roleTypes },
    { name: "billing_order", label: "Billing", kind: "number", isOptional: true, hint: "1 is top billing" },
  ],
};
