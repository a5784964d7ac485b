"use client";

import { Picker } from "@/components/record-form/picker";
import { useDirectory } from "@/components/resource/use-directory";
import { Field, SelectField } from "@/components/ui/field";
import { roleTypes } from "@/lib/resources/cast-members/terms";
import type { EditedMember, PersonOrRole, CastPlace, RoleType } from "./cast";

interface Props {
  member: EditedMember;
  productionId: string;
  onPatch(patch: Partial<CastPlace>): void;
}

/** Edits person, role, type and billing of a cast member. */
export function EditMember({ member: { person, role, role_type, billing_order }, productionId, onPatch }: Props) {
  const { directory } = useDirectory(["people", "roles"]);
  const party = (path: "people" | "roles", id: string): PersonOrRole => ({
    id,
    name: directory[path].get(id)?.name ?? id,
  });
  return (
    <div className="grid basis-full gap-3 p-2 sm:grid-cols-[1fr_1fr_128px_80px]">
      <Picker
        label="Person"
        path="people"
        value={person.id}
        nameUntilSaved={person.isNew ? person.name : undefined}
        onChange={(id) => id !== "" && onPatch({ person: party("people", id) })}
      />
      <Picker
        label="Role"
        path="roles"
        value={role?.id ?? ""}
        nameUntilSaved={role?.isNew ? role.name : undefined}
        isFitting={(one) => one["production_id"] === productionId}
        given={{ production_id: productionId }}
        onChange={(id) => onPatch({ role: id === "" ? null : party("roles", id) })}
      />
      <SelectField
        label="Type"
        value={role_type}
        onChange={(event) => onPatch({ role_type: event.target.value as RoleType })}
      >
        {roleTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <Field
        label="Billing"
        inputMode="numeric"
        value={billing_order ?? ""}
        onChange={(event) => {
          const text = event.target.value.trim();
          if (/^\d{0,5}$/.test(text)) onPatch({ billing_order: text === "" ? null : Number(text) });
        }}
      />
    </div>
  );
}
