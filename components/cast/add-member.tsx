import { useState } from "react";
import { Picker } from "@/components/records/form/picker";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import { firstCovers, nextBilling, type EditedMember, type CastPlace, type RoleType } from "./cast";
import type { PersonOrRoleOf } from "./use-new-people-and-roles";

interface Props {
  productionId: string;
  members: readonly EditedMember[];
  personOrRoleOf: PersonOrRoleOf;
  add(places: readonly CastPlace[]): void;
}

/** Adds a person to the cast, with role and type. */
export function AddMember({ productionId, members, personOrRoleOf, add }: Props) {
  const [personId, setPersonId] = useState("");
  const [roleId, setRoleId] = useState("");
  const [type, setType] = useState<RoleType>("principal");
  const [person, role] = [personOrRoleOf("people", personId), personOrRoleOf("roles", roleId)];

  function put() {
    if (!person) return;
    const part = { person, role, role_type: type };
    add([{ ...part, billing_order: nextBilling(members, type), covers: firstCovers(part) }]);
    setPersonId("");
    setRoleId("");
  }

  return (
    <fieldset className="min-w-0 rounded border border-line p-4 pt-2">
      <legend className="px-2 text-sm font-semibold">Add a person</legend>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_128px_auto]">
        <Picker
          label="Person"
          path="people"
          value={personId}
          nameUntilSaved={person?.isNew ? person.name : undefined}
          onChange={setPersonId}
        />
        <Picker
          label="Role (optional)"
          path="roles"
          value={roleId}
          nameUntilSaved={role?.isNew ? role.name : undefined}
          isFitting={(one) => one["production_id"] === productionId}
          initial={{ production_id: productionId }}
          onChange={setRoleId}
        />
        <SelectField
          label="Type"
          value={type}
          onChange={(event) => setType(event.target.value as RoleType)}
          options={roleTypes}
        />
        <Button aria-disabled={!person} onClick={put}>
          Add
        </Button>
      </div>
    </fieldset>
  );
}
