/** `make`, called once per object. Its value is kept as long as the object, so it must not depend on anything else. */
export function memoize<Key extends object, Value extends NonNullable<unknown> | null>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = make(key)));
    return value;
  };
}

/** Creates a value on first use: a browser's first Intl formatter is slow to create, which would delay hydration. */
export function lazy<Made>(make: () => Made): () => Made {
  let memo: { it: Made } | null = null;
  return () => (memo ??= { it: make() }).it;
}
