import { foldText } from "@/components/fold";
import { roleTypes } from "@/lib/resources/cast-members/terms";
import type { PersonOrRole, RoleType } from "./cast";

/** One line of a pasted cast list. */
export interface PastedLine {
  person: string;
  role: string | null;
  role_type: RoleType;
}

/** Separators as programmes print them: dashes, dot leaders, tabs or an equals sign. */
const between = /\s+[-–—―=]\s*|\s*[–—―]\s*|\s*\t+\s*|\s*(?:\.{3,}|…)\s*/;

/**
 * Parses a cast list, `Name — Role` on each line; the role is optional. A heading with a role type, such as
 * `Ensemble:`, applies to the lines below it.
 */
export function readPasted(text: string, first: RoleType): PastedLine[] {
  let role_type = first;
  return text.split(/\r?\n/).flatMap((line) => {
    const words = line.replace(/^[\s•*·]+/, "").trim();
    const heading = headingOf(words);
    if (heading) role_type = heading;
    if (heading || words === "") return [];
    const found = between.exec(words);
    if (!found) return [{ person: words, role: null, role_type }];
    const [person, role] = [words.slice(0, found.index), words.slice(found.index + found[0].length)];
    return person === "" ? [] : [{ person, role: role || null, role_type }];
  });
}

function headingOf(line: string): RoleType | null {
  const word = foldText(line)
    .replace(/[:\s]+$/, "")
    .replace(/ies$/, "y")
    .replace(/([^s])s$/, "$1");
  return roleTypes.find((type) => type === word) ?? null;
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
    push(full, normalizeName(person.name), person);
    push(likely, likeness(person.name), person);
  }
  return (name) => {
    const same = full.get(normalizeName(name)) ?? [];
    return { same, near: (likely.get(likeness(name)) ?? []).filter((person) => !same.includes(person)) };
  };
}

/** A name without case, accents and punctuation, for comparison. */
export function normalizeName(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function likeness(name: string): string {
  const words = normalizeName(name).split(" ");
  return `${words[0]?.charAt(0)} ${words.at(-1)}`;
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
