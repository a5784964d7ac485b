import type { AccountRecord } from "@/lib/accounts/schema.browser";

export const assignableRoles = ["developer", "editor", "admin"] as const satisfies AccountRecord["role"][];

export const roleLabels: { readonly [R in AccountRecord["role"]]: string } = {
  developer: "a developer",
  editor: "an editor",
  admin: "an administrator",
};

export const roleBadges: { readonly [R in AccountRecord["role"]]: string } = {
  developer: "Developer",
  editor: "Editor",
  admin: "Administrator",
};

/** What each role may do, for the administrator who assigns it. */
export const roleDescriptions: { readonly [R in AccountRecord["role"]]: string } = {
  developer: "Can manage their own API keys.",
  editor: "Can also edit the listings.",
  admin: "Can also manage accounts: assign roles and block people.",
};
