import type { RoleType } from "./cast";

/** `Elsa`, `Elsa (understudy)` or `ensemble`. */
export function partInWords({ role, role_type }: { role: { name: string } | null; role_type: RoleType }): string {
  if (role === null) return role_type;
  return role_type === "principal" ? role.name : `${role.name} (${role_type})`;
}
