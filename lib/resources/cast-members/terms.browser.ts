/** In the order of a cast list. */
export const roleTypes = ["principal", "ensemble", "understudy", "swing", "standby", "alternate"] as const;

/** Who is in a role as one of these covers it; as anything else, plays it. */
export const coverTypes: readonly (typeof roleTypes)[number][] = ["understudy", "swing", "standby", "alternate"];

interface Part {
  readonly role: { readonly id: string } | null;
  readonly role_type: (typeof roleTypes)[number];
  readonly person: { readonly id: string };
}

/** Names what someone plays, alike for all who play it: the role, or without one the person; undefined for who covers. */
export function playedPart({ role, role_type, person }: Part): string | undefined {
  if (coverTypes.includes(role_type)) return undefined;
  return role === null ? `person ${person.id}` : `role ${role.id}`;
}
