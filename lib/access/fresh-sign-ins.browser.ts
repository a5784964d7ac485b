/**
 * The operations, by `operationId`, that a session may use only within ten minutes of its sign-in: a copied cookie must
 * not add a way in, take access from others, or carry data away. `defineOperation` marks them, the pipeline refuses, and
 * the OpenAPI document says so.
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
