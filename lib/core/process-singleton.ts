import "server-only";

const processGlobals = globalThis as Record<`theatreListings:${string}`, unknown>;

/**
 * The value that `make` returned at the first call with this name. The server's bundle and the pages' bundle each have a
 * copy of every module, and a limit that each kept separately would be twice as high.
 */
export function processSingleton<Value>(name: string, make: () => Value): Value {
  return (processGlobals[`theatreListings:${name}`] ??= make()) as Value;
}
