/** What follows `#` in a link. Browsers do not send it, so that it gets into no log. */
export function linkToken(): string {
  return location.hash.slice(1);
}
