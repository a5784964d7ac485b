import { useRef, useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import type { CreateRecord } from "@/components/records/form/picker";
import { useDirectory } from "@/components/records/use-directory";
import { Field } from "@/components/ui/field";
import { openDialog } from "@/components/ui/page-dialogs";
import { nameKey } from "@/lib/listings/search/matching.browser";
import type { CastPlace, EditedMember, PersonOrRole } from "./cast";

/** A placeholder for the id of a new record, for which the service makes a readable one. */
export function newId(): string {
  // Browsers have `randomUUID` over https only.
  return `new:${[...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-")}`;
}

/** Returns one new record for each unknown name; unsaved ones are reused first. */
export function newByName(waiting: readonly (PersonOrRole | null)[]): (name: string) => PersonOrRole {
  const waitingByName = new Map(
    waiting.flatMap((record) => (record?.isNew ? [[nameKey(record.name), record] as const] : [])),
  );
  return (name) => {
    const key = nameKey(name);
    const record = waitingByName.get(key) ?? { id: newId(), name, isNew: true };
    waitingByName.set(key, record);
    return record;
  };
}

/** The new ones of some records, each once, even if several members refer to it. */
export function newAmong(records: readonly (PersonOrRole | null | undefined)[]): PersonOrRole[] {
  return [...new Map(records.flatMap((record) => (record?.isNew ? [[record.id, record] as const] : []))).values()];
}

/** The role of this name among a production's roles; otherwise a new one. */
export function roleNamed(
  name: string,
  roles: readonly PersonOrRole[],
  newRole: (name: string) => PersonOrRole,
): PersonOrRole {
  const known = roles.find((role) => nameKey(role.name) === nameKey(name));
  return known ? { id: known.id, name: known.name } : newRole(name);
}

/** Whether someone has the same part, which the API allows only once. */
export function hasPart(members: readonly EditedMember[], place: CastPlace): boolean {
  return members.some((member) => member.state !== "removed" && partKey(member) === partKey(place));
}

/** Equal for the same person in the same role and type. */
export function partKey({ person, role, role_type }: CastPlace): string {
  return JSON.stringify([person.id, role?.id ?? null, role_type]);
}

/** Whether a draft means this person or role. A new one is recognised by its name: only the service knows its id. */
export function isSamePersonOrRole(saved: PersonOrRole | null, drafted: PersonOrRole | null): boolean {
  return drafted?.isNew ? saved?.name === drafted.name : saved?.id === drafted?.id;
}

/** People that a name may mean, most likely first. */
export interface Candidates {
  /** The same name, ignoring case and accents. */
  same: PersonOrRole[];
  /** The same surname and the same first initial. */
  near: PersonOrRole[];
}

/** An index of known people by name; built once per version of the data. */
export function peopleByName(people: Iterable<PersonOrRole>): (name: string) => Candidates {
  const [full, likely] = [new Map<string, PersonOrRole[]>(), new Map<string, PersonOrRole[]>()];
  for (const person of people) {
    push(full, nameKey(person.name), person);
    push(likely, likeness(person.name), person);
  }
  return (name) => {
    const same = full.get(nameKey(name)) ?? [];
    return { same, near: (likely.get(likeness(name)) ?? []).filter((person) => !same.includes(person)) };
  };
}

function likeness(name: string): string {
  const words = nameKey(name).split(" ");
  return `${words[0]?.charAt(0)} ${words.at(-1)}`;
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}

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
