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
