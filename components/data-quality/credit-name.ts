import type { CastMemberEntry } from "@/lib/resources/cast-members/schema";

/** What tells one of a person's credits from the others. */
export function creditName({ production, role, role_type }: CastMemberEntry): string {
  return `${production.show.name} (${role === null ? role_type : `${role.name}, ${role_type}`})`;
}
