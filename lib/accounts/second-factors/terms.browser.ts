/** Terms of contract §23. Safe for the browser. */

export type FactorName = "totp" | "passkey";

export const maxPasskeys = 10;
export const recoveryCodeCount = 10;
/** So many wrong codes end an app that is not confirmed yet. */
export const maxWrongCodes = 10;
