import "server-only";

/** Where a caller stands, as headers and bodies say it. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Unix time in whole seconds: the next midnight in UTC. */
  reset: number;
}

/** The three headers that every metered response carries (contract §3). */
export function quotaHeaders({ limit, remaining, reset }: Quota): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(reset),
  };
}

/** RFC 9110 §10.2.3: seconds, and never zero. */
export function retryAfter(resetSeconds: number, nowMilliseconds: number): string {
  return String(Math.max(1, resetSeconds - Math.floor(nowMilliseconds / 1000)));
}
