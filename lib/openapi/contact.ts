import "server-only";
import type { Env } from "../env.ts";

/** Where to write to the operator: a `mailto:` or `https:` address; null when none is set. */
export function operatorContact({
  SECURITY_CONTACT,
  ADMIN_EMAIL,
}: Partial<Pick<Env, "SECURITY_CONTACT" | "ADMIN_EMAIL">>): string | null {
  return SECURITY_CONTACT ?? (ADMIN_EMAIL === undefined ? null : `mailto:${ADMIN_EMAIL}`);
}
