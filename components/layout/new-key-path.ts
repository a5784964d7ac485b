/** The first request of a reader: small, because a whole list would fill the terminal. */
export const firstRequest = "/api/search/shows?limit=2";

/** The portal with the dialog for a new key. */
export const newKeyPath = "/developers?new=key";

/** Creates an account first, and leads to the dialog. */
export const firstKeyPath = `/sign-up?callbackUrl=${encodeURIComponent(newKeyPath)}`;
