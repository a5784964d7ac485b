import "server-only";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { batch } from "../../core/batch.ts";
import { hashKey, type StoredKey } from "../../http/access/key.ts";
import { UseRecorder } from "../use-recorder.ts";
import { findKeys, recordLastUse } from "./key-queries.ts";

const maxKeys = 10_000;
const minRecordIntervalMilliseconds = 60_000;

/**
 * Caches the keys that this instance has seen. A cached key costs no query: counting a request also returns the version
 * of the keys, and only a changed version requires another `fetch`.
 */
export class KeyCache {
  readonly #known = new LRUCache<string, StoredKey>({ max: maxKeys });
  readonly #find: (hash: string) => Promise<StoredKey | null>;
  readonly #uses: UseRecorder;
  readonly #now: Clock;

  constructor(database: Database, now: Clock) {
    this.#now = now;
    this.#find = batch((hashes: string[]) => findKeys(database, hashes));
    this.#uses = new UseRecorder(minRecordIntervalMilliseconds, (uses) => recordLastUse(database, uses));
  }

  /** The cached key, however old. */
  get(secret: string): StoredKey | undefined {
    return this.#known.get(hashKey(secret));
  }

  /** The key as the database has it now; null when there is none. */
  async fetch(secret: string): Promise<StoredKey | null> {
    const hash = hashKey(secret);
    const key = await this.#find(hash);
    if (key) this.#known.set(hash, key);
    else this.#known.delete(hash);
    return key;
  }

  delete(secret: string): void {
    this.#known.delete(hashKey(secret));
  }

  /** Forgets a key that this instance has ended, so that its next request is not counted on it. */
  deleteById(id: string): void {
    for (const [hash, key] of this.#known) if (key.id === id) this.#known.delete(hash);
  }

  works({ worksUntil }: StoredKey): boolean {
    return worksUntil === null || worksUntil > this.#now();
  }

  /** Records the use of a key, at most once a minute. Never delays or fails a request. */
  recordUse(key: StoredKey): void {
    const at = this.#now();
    if (this.#uses.record(key.id, at, key.lastUsedAt)) key.lastUsedAt = at;
  }

  /** Resolves when all uses are written, or failed to be. */
  flush(): Promise<void> {
    return this.#uses.flush();
  }
}
