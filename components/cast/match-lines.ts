import type { EditedMember, PersonOrRole, CastPlace, RoleType } from "./cast";
import { normalizeName, readPasted, type Candidates, type PastedLine } from "./pasted";

/** A pasted line, and what it is taken to mean. */
export interface Match {
  line: PastedLine;
  place: CastPlace;
  candidates: Candidates;
  /** Whether the same person has that very part already. */
  isThere: boolean;
}

export interface MatchContext {
  /** The type of the lines above the first that names one. */
  first: RoleType;
  find: (name: string) => Candidates;
  /** Of this production. */
  roles: readonly PersonOrRole[];
  members: readonly EditedMember[];
  /** The person chosen for a name, by `normalizeName(name)`; `new` for none who is known. */
  chosen: Readonly<Record<string, string>>;
}

/** Matches each line with a known person and role; who is not known is new, once for each name. */
export function matchLines(text: string, { first, find, roles, members, chosen }: MatchContext): Match[] {
  const newPeople = partiesByName(members.map(({ person }) => person));
  const newRoles = partiesByName(members.map(({ role }) => role));
  return readPasted(text, first).map((line) => {
    const candidates = find(line.person);
    const wanted = chosen[normalizeName(line.person)];
    const known = [...candidates.same, ...candidates.near].find(({ id }) => id === wanted);
    const person = known ?? (wanted === "new" ? undefined : candidates.same[0]) ?? newPeople(line.person);
    const role = line.role === null ? null : roleNamed(line.role, roles, newRoles);
    const place = { person, role, role_type: line.role_type, billing_order: null };
    return { line, candidates, place, isThere: members.some((member) => isSamePart(member, place)) };
  });
}

function roleNamed(
  name: string,
  roles: readonly PersonOrRole[],
  newRoles: (name: string) => PersonOrRole,
): PersonOrRole {
  const known = roles.find((role) => normalizeName(role.name) === normalizeName(name));
  return known ? { id: known.id, name: known.name } : newRoles(name);
}

/** Gives each name that is not known one party of its own, those that wait to be saved first. */
function partiesByName(waiting: readonly (PersonOrRole | null)[]): (name: string) => PersonOrRole {
  const made = new Map(waiting.flatMap((party) => (party?.isNew ? [[normalizeName(party.name), party] as const] : [])));
  return (name) => {
    const party = made.get(normalizeName(name)) ?? { id: crypto.randomUUID(), name, isNew: true };
    made.set(normalizeName(name), party);
    return party;
  };
}

function isSamePart(member: EditedMember, { person, role, role_type }: CastPlace): boolean {
  return (
    member.state !== "removed" &&
    member.person.id === person.id &&
    member.role_type === role_type &&
    (member.role?.id ?? null) === (role?.id ?? null)
  );
}
