/** Creates a value on first use: a browser's first Intl formatter is slow to create, which would delay hydration. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: { it: Made } | null = null;
  return () => (made ??= { it: make() }).it;
}
