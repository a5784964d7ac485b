/** Made when it is first wanted: a browser takes long over its first calendar, and a page has better things to do first. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: { it: Made } | null = null;
  return () => (made ??= { it: make() }).it;
}
