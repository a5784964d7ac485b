import { useEffect, useRef, useState } from "react";
import { Picker } from "@/components/records/form/picker";
import { Field, SelectField } from "@/components/ui/field";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import type { EditedMember, PersonOrRole, CastPlace, RoleType } from "./cast";
import type { RowContext } from "./row-context";
import { late } from "@/components/ui/late";

const MemberDetails = late(() => import("./details/member-details"), "MemberDetails");

interface Props {
  member: EditedMember;
  context: RowContext;
  /** Whether its type has just been changed, which moved it to another group. */
  isMoved: boolean;
}

/** Edits a cast member: person, role, type, billing, dates and covers, and the names of a new person and role. */
export function EditMember({ member, context, isMoved }: Props) {
  const { id, person, role, role_type, billing_order } = member;
  const { productionId, cast, personOrRoleOf, setOpen } = context;
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
          path="people"
          value={person.id}
          nameUntilSaved={person.isNew ? person.name : undefined}
          onChange={(chosen) => {
            const chosenPerson = personOrRoleOf("people", chosen);
            if (chosenPerson) patch({ person: chosenPerson });
          }}
        />
        <Picker
          label="Role"
          path="roles"
          value={role?.id ?? ""}
          nameUntilSaved={role?.isNew ? role.name : undefined}
          isFitting={(one) => one["production_id"] === productionId}
          given={{ production_id: productionId }}
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
        {person.isNew && <NewName label="Name of the new person" record={person} rename={cast.rename} />}
        {role?.isNew && <NewName label="Name of the new role" record={role} rename={cast.rename} />}
      </div>
      <MemberDetails member={member} context={context} patch={patch} />
    </>
  );
}

interface NewNameProps {
  label: string;
  record: PersonOrRole;
  rename(id: string, name: string): void;
}

/** The name of an unsaved person or role. An empty one is not taken over. */
function NewName({ label, record: { id, name }, rename }: NewNameProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      label={label}
      value={typed ?? name}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        if (text.trim() !== "") rename(id, text.trim());
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
