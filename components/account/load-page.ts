/** Goes to a page of ours by loading it anew: nothing that this one keeps in memory outlives the session. */
export function loadPage(path: string): void {
  location.assign(new URL(path, location.href));
}
