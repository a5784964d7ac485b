import type { CastMemberEntry } from "@/lib/resources/cast-members/schema";

/** A label that tells a person's credits apart. */
export function creditName({ production, role, role_type }: CastMemberEntry): string {
  return `${production.show.name} (${role === null ? role_type : `${role.name}, ${role_type}`})`;
}
