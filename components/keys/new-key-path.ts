/** The portal with the dialog for a new key. */
export const newKeyPath = "/developers?new=key";

/** Creates an account first, and leads to the dialog. */
export const firstKeyPath = `/sign-up?callbackUrl=${encodeURIComponent(newKeyPath)}`;
