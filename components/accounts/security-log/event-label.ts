import { roleBadges } from "@/components/accounts/role-labels";
import type { SecurityAction, SecurityLogEntry } from "@/lib/accounts/security-log/schema.browser";

/** What each action is called in filters, and where an entry has no details. */
export const actionLabels: { readonly [A in SecurityAction]: string } = {
  "signed-up": "Account created",
  "sign-in": "Signed in",
  "sign-in-failed": "Wrong password or code",
  "sign-out": "Signed out",
  "password-changed": "Password changed",
  "password-reset": "Password reset",
  "address-verified": "Email address verified",
  "key-created": "Key created",
  "key-rotated": "Key rotated",
  "key-revoked": "Key revoked",
  "key-reported": "Key reported as found, and revoked",
  "limit-changed": "Limit of key changed",
  "role-changed": "Role changed",
  blocked: "Blocked",
  unblocked: "Unblocked",
  invited: "Invited",
  "account-deleted": "Account deleted",
  "second-factor-added": "Second factor added",
  "second-factor-removed": "Second factor removed",
  "recovery-code-used": "Recovery code used",
  "recovery-codes-made": "Recovery codes created",
};

/** What happened, with its details: `Role changed from developer to editor`. */
export function eventLabel({ action, detail }: Pick<SecurityLogEntry, "action" | "detail">): string {
  const label = actionLabels[action];
  const { from, to, role, link, prefix, provider, factor } = detail ?? {};
  if (action === "role-changed") return `${label} from ${roleName(from)} to ${roleName(to)}`;
  if (action === "invited" && link === "withdrawn") return "Invitation withdrawn";
  if (action === "invited") return `${label} as ${roleName(role)}`;
  if (action === "password-reset") return link === "created" ? "Reset link created" : "Password reset by a link";
  if (action === "key-rotated" && from && to) return `Key ${from}… replaced by ${to}…`;
  if (action === "limit-changed" && from && to)
    return `${keyLabel(label, prefix)} from ${grouped(from)} to ${grouped(to)}`;
  if (action === "sign-in" && provider) return `${label} with ${provider === "passkey" ? "a passkey" : provider}`;
  if (factor) return label.replace("Second factor", factor === "totp" ? "Authenticator app" : "Passkey");
  return keyLabel(label, prefix);
}

/** `Key created` becomes `Key tl_live_4Tq9… created`. */
function keyLabel(label: string, prefix: string | undefined): string {
  return prefix === undefined ? label : label.replace(/\bkey\b/i, (key) => `${key} ${prefix}…`);
}

/** `10000` becomes `10,000`. */
function grouped(figure: string): string {
  return /^\d+$/.test(figure) ? Number(figure).toLocaleString("en-GB") : figure;
}

/** In lower case. */
export function roleName(role: string | undefined): string {
  return (
    Object.entries(roleBadges)
      .find(([one]) => one === role)?.[1]
      .toLowerCase() ?? "another"
  );
}
