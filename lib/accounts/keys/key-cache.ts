import "server-only";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { batch } from "../../core/batch.ts";
import { hashKey, type StoredKey } from "../../http/access/key.ts";
import { createUseRecorder } from "../use-recorder.ts";
import { findKeys, recordLastUse } from "./key-queries.ts";

const maxKeys = 10_000;
const minRecordIntervalMilliseconds = 60_000;

export type KeyCache = ReturnType<typeof createKeyCache>;

/** Keeps the keys that this instance has seen: counting a request also returns their version, and only a new one needs `fetch`. */
export function createKeyCache(database: Database, now: Clock) {
  const known = new LRUCache<string, StoredKey>({ max: maxKeys });
  const find = batch((hashes: string[]) => findKeys(database, hashes));
  const uses = createUseRecorder(minRecordIntervalMilliseconds, (recent) => recordLastUse(database, recent));
  return {
    /** The cached key, however old. */
    get: (secret: string): StoredKey | undefined => known.get(hashKey(secret)),
    /** The key as the database has it now; null when there is none. */
    async fetch(secret: string): Promise<StoredKey | null> {
      const hash = hashKey(secret);
      const key = await find(hash);
      if (key) known.set(hash, key);
      else known.delete(hash);
      return key;
    },
    delete(secret: string): void {
      known.delete(hashKey(secret));
    },
    /** Forgets a key that this instance has ended, so that its next request is not counted on it. */
    deleteById(id: string): void {
      for (const [hash, key] of known) if (key.id === id) known.delete(hash);
    },
    works: ({ worksUntil }: StoredKey): boolean => worksUntil === null || worksUntil > now(),
    /** Records the use of a key, at most once a minute. Never delays or fails a request. */
    recordUse(key: StoredKey): void {
      const at = now();
      if (uses.record(key.id, at, key.lastUsedAt)) key.lastUsedAt = at;
    },
    /** Resolves when all uses are written, or failed to be. */
    flush: (): Promise<void> => uses.flush(),
  };
}
