import "server-only";
import { performance } from "node:perf_hooks";
import type { Database } from "../../db/database.ts";
import { batch } from "../../core/batch.ts";
import { withTimeout } from "../../core/promises.ts";
import type { Limiter, RateLimitResult, Versions } from "./limiter.ts";

const deadlineMilliseconds = 300;
const retryAfterMilliseconds = 1000;

/** Reads the versions beside a count in another store, so that a write has to reach only the database to be seen. */
export function withVersions(limiter: Limiter, readVersions: VersionReader): Limiter {
  function join(counting: Promise<RateLimitResult>): Promise<RateLimitResult> {
    const reading = readVersions();
    return reading instanceof Promise
      ? Promise.all([counting, reading]).then(([result, versions]) => ({ ...result, versions }))
      : counting.then((result) => ({ ...result, versions: reading }));
  }
  return {
    hit: (bucket) => join(limiter.hit(bucket)),
    peek: (bucket) => join(limiter.peek(bucket)),
  };
}

/** Returns no promise for versions that are known, because every request passes here. */
export type VersionReader = () => Versions | null | Promise<Versions | null>;

/** Reads the versions; null, after a timeout, while the database does not answer. */
export function createVersionReader(database: Database): VersionReader {
  const statement = database.prepare("read_versions", "SELECT name, value FROM versions");
  /** Valid while only this process uses the database and has done nothing but count. */
  let cached: { versions: Versions; otherUses: number } | null = null;
  const read = batch(async (askers: null[]) => {
    const otherUses = database.journal?.otherUses;
    const values = new Map((await statement([])).map(([name, value]) => [name, Number(value)]));
    const versions = { data: values.get("data") ?? 0, keys: values.get("keys") ?? 0 };
    cached = otherUses === undefined ? null : { versions, otherUses };
    return askers.map(() => versions);
  });
  /** By the monotonic clock: with the other one, a pause could last a day. */
  let restUntil = 0;

  return () => {
    if (cached && cached.otherUses === database.journal?.otherUses) return cached.versions;
    if (performance.now() < restUntil) return null;
    return withTimeout(deadlineMilliseconds, read(null)).catch(() => {
      restUntil = performance.now() + retryAfterMilliseconds;
      return null;
    });
  };
}
