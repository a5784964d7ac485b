import type { AccountRecord } from "@/lib/accounts/schema";

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

/** What an account of that role may do, for the person who gives it. */
export const roleDescriptions: { readonly [R in AccountRecord["role"]]: string } = {
  developer: "Manages their own API keys, nothing else.",
  editor: "Also changes the listings.",
  admin: "Also manages accounts: gives roles and blocks people.",
};
