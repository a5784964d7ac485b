import "server-only";
import type { Database } from "../db/connect.ts";
import type { Bucket, Tally, Versions } from "./limiter.ts";

const bucketsKept = 10_000;

/**
 * Caches the last known counts of each bucket. They are valid while only this process uses the database and has done
 * nothing but count; a peek then needs no statement.
 */
export class KnownTallies {
  readonly #database: Database;
  readonly #allowed = new Map<string, number>();
  #versions: Versions | null = null;
  #day = 0;
  #work = -1;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Call before a statement, and pass the result to `learn` with its answer. */
  mark(): number | undefined {
    return this.#database.work?.();
  }

  /** @param mark from before the statement; when more operations have run since, the answer may be older than they. */
  learn(mark: number | undefined, day: number, versions: Versions, allowed: Iterable<[string, number]>): void {
    if (mark === undefined || mark !== this.#database.work?.()) return;
    if (mark !== this.#work || day !== this.#day || this.#allowed.size >= bucketsKept) this.#allowed.clear();
    this.#work = mark;
    this.#day = day;
    this.#versions = versions;
    for (const [subject, count] of allowed) this.#allowed.set(subject, count);
  }

  recall({ subject, limit }: Bucket, day: number): Tally | null {
    const allowed = this.#allowed.get(subject);
    if (allowed === undefined || day !== this.#day || this.#work !== this.#database.work?.()) return null;
    const remaining = Math.max(0, limit - allowed);
    return { isAdmitted: remaining > 0, remaining, day, versions: this.#versions };
  }
}
