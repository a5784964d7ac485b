import "server-only";
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/connect.ts";
import { gather } from "../gather.ts";
import { hashKey } from "./key.ts";
import { findKeys, noteLastUse, type StoredKey } from "./queries.ts";

const maxKeys = 10_000;
const useNotedEveryMilliseconds = 60_000;

/**
 * The keys that this instance has seen. A known key costs no query: whoever counts the
 * request learns the keys' version with it, and asks `fetch` again only when that moved.
 */
export class KeyRing {
  readonly #known = new LRUCache<string, StoredKey>({ max: maxKeys });
  readonly #find: (hash: string) => Promise<StoredKey | null>;
  readonly #note: (use: { id: string; at: number }) => Promise<void>;
  #lastNote: Promise<void> = Promise.resolve();
  readonly #now: Clock;

  constructor(database: Database, now: Clock) {
    this.#now = now;
    this.#find = gather((hashes: string[]) => findKeys(database, hashes));
    this.#note = gather(async (uses: { id: string; at: number }[]) => {
      await noteLastUse(database, uses);
      return uses.map(() => undefined);
    });
  }

  /** What is known of a key, however old. */
  recall(secret: string): StoredKey | undefined {
    return this.#known.get(hashKey(secret));
  }

  /** What the database says of a key now; null when it has none such. */
  async fetch(secret: string): Promise<StoredKey | null> {
    const hash = hashKey(secret);
    const key = await this.#find(hash);
    if (key) this.#known.set(hash, key);
    else this.#known.delete(hash);
    return key;
  }

  forget(secret: string): void {
    this.#known.delete(hashKey(secret));
  }

  /** For whoever ends a key here: its next request is not even counted on it. */
  drop(id: string): void {
    for (const [hash, key] of this.#known) if (key.id === id) this.#known.delete(hash);
  }

  works({ worksUntil }: StoredKey): boolean {
    return worksUntil === null || worksUntil > this.#now();
  }

  /** Notes that a key was used, at most once a minute. Nobody waits for it, and nothing fails with it. */
  noteUse(key: StoredKey): void {
    const at = this.#now();
    if (key.lastUsedAt !== null && at - key.lastUsedAt < useNotedEveryMilliseconds) return;
    key.lastUsedAt = at;
    this.#lastNote = this.#note({ id: key.id, at }).catch(() => undefined);
  }

  /** When what was noted is written, or can't be. */
  settled(): Promise<void> {
    return this.#lastNote;
  }
}
