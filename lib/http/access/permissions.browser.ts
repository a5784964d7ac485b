import type { accountRoles } from "../../accounts/schema.browser.ts";

export type AccountRole = (typeof accountRoles)[number];

/**
 * What a role may do: each permission with the lowest role that has it. Operations of the API name a permission, pages
 * require one, buttons ask `useMay`; nothing else compares roles to decide what an account may do.
 */
export const permissions = {
  manageOwnAccount: "developer",
  manageOwnKeys: "developer",
  editRecords: "editor",
  merge: "editor",
  exportRecords: "editor",
  readActivity: "editor",
  undoChanges: "editor",
  reviewData: "editor",
  answerSuggestions: "editor",
  manageAccounts: "admin",
  answerLimitRequests: "admin",
  readSecurityLog: "admin",
} as const satisfies Record<string, AccountRole>;

export type Permission = keyof typeof permissions;

export type Permissions = Readonly<Record<Permission, AccountRole>>;

/** What each permission allows, for the documentation. */
export const permissionTexts: Readonly<Record<Permission, string>> = {
  manageOwnAccount: "Manage the own account, its sessions and notices; read its security events",
  manageOwnKeys: "Manage the own API keys, read their use, request higher limits",
  editRecords: "Open the dashboard; create, change, import and delete records, their details and sources",
  merge: "Merge duplicates",
  exportRecords: "Export records with details and sources",
  readActivity: "Read the activity log and the history of records",
  undoChanges: "Undo changes of the activity log",
  reviewData: "See data problems, snooze them",
  answerSuggestions: "Read and answer the corrections that readers suggest",
  manageAccounts: "Manage other people's accounts: roles, blocks, invitations, resets, sessions, keys",
  answerLimitRequests: "Grant or decline higher limits",
  readSecurityLog: "Read the security events of all accounts",
};

const rank: Readonly<Record<AccountRole, number>> = { developer: 0, editor: 1, admin: 2 };

export function may(
  { role }: { readonly role: AccountRole },
  permission: Permission,
  table: Permissions = permissions,
): boolean {
  return rank[role] >= rank[table[permission]];
}

/** All permissions of an account. */
export function permissionsOf(account: { readonly role: AccountRole }, table: Permissions = permissions): Permission[] {
  // The keys of the table are its permissions.
  return (Object.keys(permissions) as Permission[]).filter((permission) => may(account, permission, table));
}

/**
 * The operations, by `operationId`, that need a sign-in within the last ten minutes: a copied cookie must not add a way
 * in, take access from others, or carry data away. The pipeline refuses, and the OpenAPI document says so.
 */
export const freshSignIns: ReadonlySet<string> = new Set([
  // What signs in to the own account.
  "addAuthenticatorApp",
  "confirmAuthenticatorApp",
  "removeAuthenticatorApp",
  "getPasskeyCreationOptions",
  "addPasskey",
  "removePasskey",
  "renewRecoveryCodes",
  "disconnectProvider",
  // The own data as a whole.
  "exportOwnAccount",
  "deleteOwnAccount",
  // The access of others.
  "inviteAccount",
  "resetAccountPassword",
  "updateAccount",
  "removeAccountSecondFactors",
  "endAccountSession",
  "endAccountSessions",
  "revokeAccountKey",
  "revokeAccountKeys",
]);

/** Contract §23. */
export const freshMinutes = 10;
/** So much may an instance that made the session be ahead. */
const clockToleranceMilliseconds = 60_000;

/** A sign-in of the future is none: the clock was set back. @param now milliseconds since 1970. */
export function isFreshSignIn({ createdAt }: { readonly createdAt: number }, now: number): boolean {
  const age = now - createdAt;
  return age >= -clockToleranceMilliseconds && age <= freshMinutes * 60_000;
}
