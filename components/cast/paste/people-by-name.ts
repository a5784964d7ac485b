import { nameKey } from "@/lib/listings/search/matching.browser";
import type { PersonOrRole } from "../cast";

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
