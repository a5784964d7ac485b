import type { CastPlace, EditedMember, PersonOrRole, SavedMember } from "../cast";
import { hasPart, newByName, partKey, roleNamed } from "../people-and-roles";

/** A member of another production's cast, as a member of this one. */
export interface CopiedRow {
  /** The id of the original. */
  id: string;
  place: CastPlace;
  /** Why it can't be copied; null when it can. */
  obstacle: string | null;
}

/**
 * The members of another cast with the roles of this production: one of the same name, or a new one. Billing numbers
 * stay as they are, or follow those that this cast has already.
 *
 * @param roles the roles of this production.
 */
export function copiedRows(
  source: readonly SavedMember[],
  { roles, members }: { roles: readonly PersonOrRole[]; members: readonly EditedMember[] },
): CopiedRow[] {
  const newRole = newByName(members.map(({ role }) => role));
  const present = members.filter(({ state }) => state !== "removed");
  const last = Math.max(0, ...present.map(({ billing_order }) => billing_order ?? 0));
  const taken = new Set<string>();
  return source.map(({ id, person, role, role_type, billing_order, covers = [] }) => {
    const place = {
      person,
      role: role && roleNamed(role.name, roles, newRole),
      role_type,
      billing_order: billing_order === null ? null : billing_order + last,
      covers: covers.map(({ role: covered, call_order }) => ({
        role: roleNamed(covered.name, roles, newRole),
        call_order,
      })),
    };
    const isRepeated = taken.has(partKey(place));
    taken.add(partKey(place));
    const obstacle = hasPart(present, place) ? "Already in the cast" : isRepeated ? "Same as a row above" : null;
    return { id, place, obstacle };
  });
}
