/** Navigates with a full load, so that no data in memory outlives the session. */
export function loadPage(path: string): void {
  location.assign(new URL(path, location.href));
}
