import "server-only";

const everywhere = globalThis as Record<`theatreListings:${string}`, unknown>;

/**
 * What `make` made at the first call with this name. The server's bundle and the pages' bundle
 * are two copies of every module: a limit that each had for itself would hold twice.
 */
export function onceAProcess<Value>(name: string, make: () => Value): Value {
  return (everywhere[`theatreListings:${name}`] ??= make()) as Value;
}
