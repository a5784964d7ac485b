import "server-only";

/** Who is asking (contract §2). */
export type Tier = "public" | "key" | "account";

/** What a caller's requests of one UTC day are counted in. */
export interface Bucket {
  readonly tier: Tier;
  /** Unique over all tiers: `ip:192.0.2.1`, `key:…`, `account:…`. */
  readonly subject: string;
  /** Requests admitted a day. */
  readonly limit: number;
  /** The request carried no key, not even an unknown one, so that nothing the store tells can make it another caller's. */
  readonly isAnonymous?: boolean;
}

/** How often the shared data has changed, as one round trip brought it back. */
export interface Versions {
  readonly data: number;
  readonly keys: number;
}

/** A bucket after one request was counted in it, or as it is. */
export interface Tally {
  readonly isAdmitted: boolean;
  readonly remaining: number;
  /** The UTC day that was counted in, from 1970-01-01. */
  readonly day: number;
  /** Null when they can't be known now. */
  readonly versions: Versions | null;
}

/**
 * Exact counting: of a bucket's requests in one UTC day, `limit` are admitted, whatever
 * the concurrency and however many instances share the store (contract §3).
 */
export interface Limiter {
  /** Counts one request. */
  hit(bucket: Bucket): Promise<Tally>;
  /** Counts nothing. */
  peek(bucket: Bucket): Promise<Tally>;
}

/** Where the counts are kept. It can be told of requests that were counted elsewhere. */
export interface LimitStore extends Limiter {
  /** Counts `times` requests at once, one unless told; admitted only when all of them are. */
  hit(bucket: Bucket, times?: number): Promise<Tally>;
}

/** Where a caller stands, as headers and bodies say it. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Unix time in whole seconds: the next midnight in UTC. */
  reset: number;
}
