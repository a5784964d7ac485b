import "server-only";
import { LRUCache } from "lru-cache";
import type { Representation } from "./representation.ts";

/** Few days are asked for again and again, but a caller can invent any number of them. */
const maxBodies = 50;
const maxBytes = 16 * 1024 * 1024;

type Make = () => Representation | Promise<Representation>;

/** The bodies that are computed from the same objects. */
interface Derived {
  readonly bodies: LRUCache<string, Representation, Make>;
  /** By one more object. */
  readonly next: WeakMap<object, Derived>;
}

const root = new WeakMap<object, Derived>();

/**
 * A body computed from snapshots, or from parts of them. It is kept as long as all of these objects are, and concurrent
 * requests share one computation.
 *
 * @param key names what the body depends on besides these objects.
 */
export async function derivedBody(from: readonly [object, ...object[]], key: string, make: Make) {
  const [first, ...others] = from;
  let derived = derivedIn(root, first);
  for (const one of others) derived = derivedIn(derived.next, one);
  return derived.bodies.get(key) ?? (await derived.bodies.forceFetch(key, { context: make }));
}

function derivedIn(known: WeakMap<object, Derived>, key: object): Derived {
  const before = known.get(key);
  if (before) return before;
  const derived: Derived = {
    next: new WeakMap(),
    bodies: new LRUCache({
      max: maxBodies,
      maxSize: maxBytes,
      // A body that is larger than the cache is kept alone.
      sizeCalculation: (body) => Math.min(body.identity.length, maxBytes),
      // A body that is no longer kept still has callers who wait for it.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context: make }) => make(),
    }),
  };
  known.set(key, derived);
  return derived;
}
