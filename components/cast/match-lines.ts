import type { EditedMember, PersonOrRole, CastPlace, RoleType } from "./cast";
import { normalizeName, readPasted, type Candidates, type PastedLine } from "./pasted";

/** A pasted line with the person and role it matches. */
export interface Match {
  line: PastedLine;
  place: CastPlace;
  candidates: Candidates;
  /** Whether the cast has the same person with the same part. */
  isThere: boolean;
}

export interface MatchContext {
  /** The type of the lines before the first heading. */
  first: RoleType;
  find: (name: string) => Candidates;
  /** The roles of this production. */
  roles: readonly PersonOrRole[];
  members: readonly EditedMember[];
  /** The chosen person by `normalizeName(name)`; `new` for a new person. */
  chosen: Readonly<Record<string, string>>;
}

/** Matches each line to a known person and role. Each unknown name becomes one new record. */
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

/** One new record for each unknown name; unsaved ones are reused first. */
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
