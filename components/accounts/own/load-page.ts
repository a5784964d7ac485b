/** Navigates with a full load, so that no data in memory outlives the session. */
export function loadPage(path: string): void {
  location.assign(new URL(path, location.href));
}

/** The page after a session, or an account, has ended; it says so. */
export const signedOutPath = "/sign-in?done=signed-out";
export const accountDeletedPath = "/sign-in?done=account-deleted";
