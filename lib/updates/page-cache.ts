import "server-only";
import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import type { Representation } from "../snapshots/representation.ts";

const maxBytes = 16 * 1024 * 1024;

/** A page contains at least the changes of its version of the data. */
interface Kept {
  version: number;
  body: Representation;
}

interface Reading {
  /** Null when it could not be read. */
  version: number | null;
  body: Promise<Representation>;
}

/** The pages of the updates that were read last, so that those who poll the same page cause one statement per version. */
class UpdatesPageCache {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => key.length + body.identity.length,
  });
  readonly #reading = new Map<string, Reading>();

  /**
   * @param version the current version of the data; null while it can't be read. Then the page is read if possible.
   * @param read reads the page, with at least the changes of that version.
   */
  async page(key: string, version: number | null, read: () => Promise<Representation>): Promise<Representation> {
    const kept = this.#kept.get(key);
    if (kept && version !== null && version <= kept.version) return kept.body;
    const reading = this.#reading.get(key);
    if (reading && version !== null && version <= (reading.version ?? -1)) return reading.body;
    const body = read();
    const own = { version, body };
    this.#reading.set(key, own);
    try {
      const page = await body;
      if (version !== null) this.#kept.set(key, { version, body: page });
      return page;
    } catch (error) {
      if (version === null && kept) return kept.body;
      throw error;
    } finally {
      if (this.#reading.get(key) === own) this.#reading.delete(key);
    }
  }
}

const caches = new WeakMap<Database, UpdatesPageCache>();

/** The pages of a database. */
export function pagesOf(database: Database): UpdatesPageCache {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new UpdatesPageCache()));
  return cache;
}
