import { useRef, useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import type { CreateRecord } from "@/components/records/form/picker";
import { useDirectory } from "@/components/records/use-directory";
import { Field } from "@/components/ui/field";
import { openDialog } from "@/components/ui/page-dialogs";
import type { EditedMember, PersonOrRole } from "./cast";
import { newByName } from "./people-and-roles";

type PersonOrRolePath = "people" | "roles";

/** People and roles that the pickers of a cast create. They become part of the draft, and are saved with the cast. */
export function useNewPeopleAndRoles(members: readonly EditedMember[]) {
  const { directory } = useDirectory(["people", "roles"]);
  /** A ref, because the picker that asked for a new one looks it up before the next render. */
  const created = useRef<Record<PersonOrRolePath, readonly PersonOrRole[]>>({ people: [], roles: [] });
  const draftedOf = (path: PersonOrRolePath) => [
    ...members.flatMap(({ person, role, covers }) =>
      path === "people" ? [person] : [role, ...covers.map((cover) => cover.role)],
    ),
    ...created.current[path],
  ];

  /** The person or role with this id, saved or not. */
  function personOrRoleOf(path: PersonOrRolePath, id: string): PersonOrRole | null {
    const unsaved = draftedOf(path).find((record) => record?.isNew && record.id === id);
    const saved = directory[path].get(id);
    return unsaved ?? (saved ? { id, name: saved.name } : null);
  }

  const create: CreateRecord = (path, initial, use) => {
    if (path !== "people" && path !== "roles") return;
    void openDialog<string>((end) => <NameDialog title={titles[path]} name={initial["name"] ?? ""} onEnd={end} />).then(
      (name) => {
        if (name === null) return;
        const record = newByName(draftedOf(path))(name);
        created.current[path] = [...created.current[path], record];
        use(record.id);
      },
    );
  };

  return { create, personOrRoleOf };
}

export type PersonOrRoleOf = ReturnType<typeof useNewPeopleAndRoles>["personOrRoleOf"];

/** What a picker of people gets. */
export function ofPeople(person: PersonOrRole | null) {
  const nameUntilSaved = person?.isNew ? person.name : undefined;
  return { path: "people", value: person?.id ?? "", nameUntilSaved } as const;
}

/** What a picker of a production's roles gets. */
export function ofRoles(production_id: string, role: PersonOrRole | null) {
  const isFitting = (one: Record<string, unknown>) => one["production_id"] === production_id;
  return { ...ofPeople(role), path: "roles", isFitting, initial: { production_id } } as const;
}

const titles = { people: "New person", roles: "New role" };

interface Props {
  title: string;
  name: string;
  /** @param name null when the dialog is dismissed. */
  onEnd(name: string | null): void;
}

/** Asks for the name of a new person or role. */
function NameDialog({ title, name, onEnd }: Props) {
  const [typed, setTyped] = useState(name);
  return (
    <FormDialog
      title={title}
      action="Create"
      isDisabled={typed.trim() === ""}
      onSubmit={() => onEnd(typed.trim())}
      onDismiss={() => onEnd(null)}
    >
      <Field
        label="Name"
        hint="Created when you save the cast."
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
