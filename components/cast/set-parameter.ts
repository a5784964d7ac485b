/** Sets a parameter of the page's address, or removes it with null, without a new entry in the browser's history. */
export function setParameter(name: string, value: string | null): void {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(null, "", address);
}
