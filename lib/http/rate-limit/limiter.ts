import "server-only";

/** How a caller is recognised (contract §2). */
export type Tier = "public" | "key" | "account";

/** What a caller's requests of one UTC day are counted in. */
export interface Bucket {
  readonly tier: Tier;
  /** Unique over all tiers: `ip:192.0.2.1`, `key:…`, `account:…`. */
  readonly subject: string;
  readonly limit: number;
  /** The request carried no key, not even an unknown one, so the store's answer can't assign it to another caller. */
  readonly isAnonymous?: boolean;
}

/** How often the shared data has changed, as of the same round trip. */
export interface Versions {
  readonly data: number;
  readonly keys: number;
}

/** The state of a bucket, after counting a request or without. */
export interface RateLimitResult {
  readonly isAdmitted: boolean;
  readonly remaining: number;
  /** The UTC day of the count, as days since 1970-01-01. */
  readonly day: number;
  /** Null while they are unknown. */
  readonly versions: Versions | null;
}

/** Admits exactly `limit` requests of a bucket per UTC day, however many instances share the store (contract §3). */
export interface Limiter {
  /** Counts one request. */
  hit(bucket: Bucket): Promise<RateLimitResult>;
  /** Reads without counting. */
  peek(bucket: Bucket): Promise<RateLimitResult>;
}

/** Stores the counts. It can also record requests that were counted elsewhere. */
export interface LimitStore extends Limiter {
  /** Counts `times` requests at once (default 1); admitted only when all of them fit. */
  hit(bucket: Bucket, times?: number): Promise<RateLimitResult>;
}

/** Requests of a bucket that are counted with those of others. */
export interface PendingHit {
  readonly bucket: Bucket;
  /** 0 for a peek. */
  readonly times: number;
}
