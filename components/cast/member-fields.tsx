import { Picker } from "@/components/records/form/picker";
import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import { late } from "@/components/ui/late";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import { useEffect, useRef, useState } from "react";
import { firstCovers, nextBilling, type CastPlace, type EditedMember, type RoleType } from "./cast";
import { ofPeople, ofRoles } from "./people-and-roles";
import type { RowContext } from "./use-cast";

const MemberDetails = late(() => import("./details/member-details"), "MemberDetails");

/** Edits a cast member: person, role, type, billing, dates and covers. */
export function EditMember({ member, context }: { member: EditedMember; context: RowContext }) {
  const { id, person, role, role_type, billing_order } = member;
  const { productionId, cast, personOrRoleOf, open, setOpen } = context;
  const isMoved = open?.isMoved;
  const type = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isMoved) type.current?.focus();
  }, [isMoved]);
  const patch = (part: Partial<CastPlace>, typedInto?: string) => cast.patch(new Map([[id, part]]), typedInto);

  return (
    <>
      <div className="grid basis-full gap-3 py-2 pr-2 sm:grid-cols-[1fr_1fr_128px_80px]">
        <Picker
          label="Person"
          {...ofPeople(person)}
          onChange={(chosen) => {
            const chosenPerson = personOrRoleOf("people", chosen);
            if (chosenPerson) patch({ person: chosenPerson });
          }}
        />
        <Picker
          label="Role"
          {...ofRoles(productionId, role)}
          onChange={(chosen) => patch({ role: personOrRoleOf("roles", chosen) })}
        />
        <SelectField
          ref={type}
          label="Type"
          value={role_type}
          onChange={(event) => {
            patch({ role_type: event.target.value as RoleType });
            setOpen({ id, isMoved: true });
          }}
          options={roleTypes}
        />
        <Field
          label="Billing"
          inputMode="numeric"
          value={billing_order ?? ""}
          onChange={(event) => {
            const text = event.target.value.trim();
            if (/^\d{0,5}$/.test(text)) patch({ billing_order: text === "" ? null : Number(text) }, `billing of ${id}`);
          }}
        />
      </div>
      <MemberDetails {...{ member, context, patch }} />
    </>
  );
}

/** Adds a person to the cast, with role and type. */
export function AddMember({ context: { productionId, cast, personOrRoleOf } }: { context: RowContext }) {
  const [personId, setPersonId] = useState("");
  const [roleId, setRoleId] = useState("");
  const [type, setType] = useState<RoleType>("principal");
  const [person, role] = [personOrRoleOf("people", personId), personOrRoleOf("roles", roleId)];

  function put() {
    if (!person) return;
    const part = { person, role, role_type: type };
    cast.add([{ ...part, billing_order: nextBilling(cast.members, type), covers: firstCovers(part) }]);
    setPersonId("");
    setRoleId("");
  }

  return (
    <fieldset className="min-w-0 rounded border border-line p-4 pt-2">
      <legend className="px-2 text-sm font-semibold">Add a person</legend>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_128px_auto]">
        <Picker label="Person" {...ofPeople(person)} onChange={setPersonId} />
        <Picker label="Role (optional)" {...ofRoles(productionId, role)} onChange={setRoleId} />
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
