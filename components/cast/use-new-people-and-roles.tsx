import { useMemo, useRef, useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { useCreate, type CreateRecord } from "@/components/records/form/creation-context";
import { useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { EditedMember, PersonOrRole } from "./cast";
import { newByName, peopleByName } from "./people-and-roles";

type PersonOrRolePath = "people" | "roles";

interface Wanted {
  path: PersonOrRolePath;
  name: string;
  use(id: string): void;
}

/** People and roles that the pickers of a cast create. They become part of the draft, and are saved with the cast. */
export function useNewPeopleAndRoles(members: readonly EditedMember[]) {
  const { directory } = useDirectory(["people", "roles"]);
  const createNow = useCreate();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  /** A ref, because the picker that asked for a new one looks it up before the next render. */
  const created = useRef<Record<PersonOrRolePath, readonly PersonOrRole[]>>({ people: [], roles: [] });
  const inDraft = (path: PersonOrRolePath) =>
    members.flatMap(({ person, role, covers }) =>
      path === "people" ? [person] : [role, ...covers.map((cover) => cover.role)],
    );

  /** The person or role with this id, saved or not. */
  function personOrRoleOf(path: PersonOrRolePath, id: string): PersonOrRole | null {
    const unsaved = [...inDraft(path), ...created.current[path]].find((record) => record?.isNew && record.id === id);
    const saved = directory[path].get(id);
    return unsaved ?? (saved ? { id, name: saved.name } : null);
  }

  const create: CreateRecord = (path, initial, use) => {
    if (path === "people" || path === "roles") setWanted({ path, name: initial["name"] ?? "", use });
    else createNow(path, initial, use);
  };

  function use(id: string) {
    wanted?.use(id);
    setWanted(null);
  }

  const dialog = wanted && (
    <NewPersonOrRoleDialog
      {...wanted}
      onUse={use}
      onCreate={(name) => {
        const { path } = wanted;
        const record = newByName([...inDraft(path), ...created.current[path]])(name);
        created.current[path] = [...created.current[path], record];
        use(record.id);
      }}
      onDismiss={() => setWanted(null)}
    />
  );
  return { create, personOrRoleOf, dialog };
}

export type PersonOrRoleOf = ReturnType<typeof useNewPeopleAndRoles>["personOrRoleOf"];

interface Props {
  path: PersonOrRolePath;
  name: string;
  /** @param id the id of someone who exists. */
  onUse(id: string): void;
  onCreate(name: string): void;
  onDismiss(): void;
}

const titles = { people: "New person", roles: "New role" };

function NewPersonOrRoleDialog({ path, name, onUse, onCreate, onDismiss }: Props) {
  const { directory } = useDirectory(["people"]);
  const [typed, setTyped] = useState(name);
  const find = useMemo(() => peopleByName(directory.people.values()), [directory.people]);
  const { same, near } = path === "people" ? find(typed) : { same: [], near: [] };

  return (
    <FormDialog
      title={titles[path]}
      action="Create"
      isDisabled={typed.trim() === ""}
      onSubmit={() => onCreate(typed.trim())}
      onDismiss={onDismiss}
    >
      <Field
        label="Name"
        hint="Created when you save the cast."
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {[...same, ...near].length > 0 && (
        <div className="text-sm">
          <p>Already in the listings:</p>
          <ul className="mt-1 flex flex-wrap gap-2">
            {[...same, ...near].map((person) => (
              <li key={person.id}>
                <Button onClick={() => onUse(person.id)}>Use {person.name}</Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
