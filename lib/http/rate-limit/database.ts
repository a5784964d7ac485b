import "server-only";
import { utcDay, type Clock } from "../../core/clock.ts";
import type { Database } from "../../db/database.ts";
import { batch, remoteBatchTurns, type BatchOptions } from "../../core/batch.ts";
import { prepareCountStatements, type Count, type CountResult, type Sums } from "./count-statements.ts";
import type { Bucket, LimitStore, PendingHit, RateLimitResult, Versions } from "./limiter.ts";

/**
 * Counts in the database. Hits that arrive while a statement runs go into the next one (group commit), which also
 * returns the versions.
 *
 * With the embedded database, later hits of the same buckets are counted in memory and stored in its journal, until the
 * process does anything else with the database.
 */
export function databaseLimiter(database: Database, now: Clock): LimitStore {
  const statements = prepareCountStatements(database);
  const cache = new CountCache(database);
  const options: BatchOptions = { turns: database.kind === "server" ? remoteBatchTurns : 1 };

  const count = batch(async (hits: PendingHit[]) => {
    const day = utcDay(now());
    const sums = sumOf(hits);
    let result = cache.count(sums, day);
    if (!result) {
      const epoch = await cache.begin();
      result = await statements.count(sums, day);
      cache.addCounted(epoch, day, result);
    }
    return distributeResults(hits, result, day);
  }, options);

  const look = batch(async (buckets: Bucket[]) => {
    const day = utcDay(now());
    const recalled = buckets.flatMap((bucket) => cache.get(bucket, day) ?? []);
    if (recalled.length === buckets.length) return recalled;
    const subjects = [...new Set(buckets.map((bucket) => bucket.subject))];
    const epoch = await cache.begin();
    const { versions, buckets: found } = await statements.look(subjects, day);
    const counts = new Map<string, Count>(subjects.map((subject) => [subject, unused]));
    for (const bucket of found) counts.set(bucket.subject, bucket);
    cache.addLookedUp(epoch, day, versions, counts);
    return buckets.map((bucket) => resultOf(bucket, counts.get(bucket.subject) ?? unused, day, versions));
  }, options);

  return {
    hit: (bucket, times = 1) => count({ bucket, times }),
    peek: look,
  };
}

const unused: Count = { allowed: 0, refused: 0 };

function sumOf(hits: PendingHit[]): Sums {
  const sums = new Map<string, { times: number; limit: number }>();
  for (const { bucket, times } of hits) {
    const sum = sums.get(bucket.subject);
    if (sum) sum.times += times;
    else sums.set(bucket.subject, { times, limit: bucket.limit });
  }
  return sums;
}

/** Assigns the admitted hits of each bucket in order of arrival. */
function distributeResults(hits: PendingHit[], { versions, buckets }: CountResult, day: number): RateLimitResult[] {
  const left = new Map(buckets.map(({ subject, allowed, granted }) => [subject, { granted, used: allowed - granted }]));
  return hits.map(({ bucket, times }) => {
    const quota = left.get(bucket.subject);
    if (!quota) throw new Error("The database returned no count for a request.");
    const isAdmitted = quota.granted >= times;
    const taken = Math.min(quota.granted, times);
    quota.granted -= taken;
    quota.used += taken;
    return { isAdmitted, remaining: isAdmitted ? Math.max(0, bucket.limit - quota.used) : 0, day, versions };
  });
}

function resultOf({ limit }: Bucket, { allowed }: Count, day: number, versions: Versions): RateLimitResult {
  const remaining = Math.max(0, limit - allowed);
  return { isAdmitted: remaining > 0, remaining, day, versions };
}

/** How often the database was used otherwise, and the counts were cleared, when a statement began. */
interface Epoch {
  readonly otherUses: number;
  readonly clears: number;
}

const maxBuckets = 10_000;

/**
 * Keeps the last count of each bucket, so that peeks and hits need no statement. This is valid only with the embedded
 * database, and only until the process does anything other than count.
 */
class CountCache {
  readonly #database: Database;
  readonly #counts = new Map<string, Count>();
  #versions: Versions = { data: 0, keys: 0 };
  #day = 0;
  #otherUses = -1;
  #clears = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Brings the table up to date before a statement. @returns what the two below need; undefined if shared. */
  async begin(): Promise<Epoch | undefined> {
    const { journal } = this.#database;
    await journal?.checkpoint();
    return journal && { otherUses: journal.otherUses, clears: this.#clears };
  }

  /** Keeps the result of a statement that counted, unless other work has changed the data since `epoch`. */
  addCounted(epoch: Epoch | undefined, day: number, { versions, buckets }: CountResult): void {
    if (!this.#accept(epoch, day, versions)) return;
    for (const bucket of buckets) this.#counts.set(bucket.subject, bucket);
  }

  /** Keeps the result of a statement that only read. What is known already may include later hits. */
  addLookedUp(epoch: Epoch | undefined, day: number, versions: Versions, counts: ReadonlyMap<string, Count>): void {
    if (epoch?.clears !== this.#clears || !this.#accept(epoch, day, versions)) return;
    for (const [subject, count] of counts) if (!this.#counts.has(subject)) this.#counts.set(subject, count);
  }

  get(bucket: Bucket, day: number): RateLimitResult | null {
    const count = this.#isCurrent(day) ? this.#counts.get(bucket.subject) : undefined;
    return count ? resultOf(bucket, count, day, this.#versions) : null;
  }

  /** Counts as the statement would, in the journal. @returns null when a bucket is unknown, or nothing is stored. */
  count(sums: Sums, day: number): CountResult | null {
    if (!this.#isCurrent(day)) return null;
    const buckets = [];
    for (const [subject, { times, limit }] of sums) {
      const count = this.#counts.get(subject);
      if (!count) return null;
      const granted = Math.max(0, Math.min(times, limit - count.allowed));
      const [allowed, refused] = [count.allowed + granted, count.refused + times - granted];
      buckets.push({ subject, day, limit, allowed, refused, granted });
    }
    if (!this.#database.journal?.append(buckets)) return null;
    for (const bucket of buckets) this.#counts.set(bucket.subject, bucket);
    return { versions: this.#versions, buckets };
  }

  #isCurrent(day: number): boolean {
    return day === this.#day && this.#otherUses === this.#database.journal?.otherUses;
  }

  #accept(epoch: Epoch | undefined, day: number, versions: Versions): boolean {
    if (epoch === undefined || epoch.otherUses !== this.#database.journal?.otherUses) return false;
    if (epoch.otherUses !== this.#otherUses || day !== this.#day || this.#counts.size >= maxBuckets) {
      this.#counts.clear();
      this.#clears += 1;
    }
    this.#otherUses = epoch.otherUses;
    this.#day = day;
    this.#versions = versions;
    return true;
  }
}
