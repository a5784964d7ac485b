import "server-only";

/** A caller's quota, for headers and bodies. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Unix time in whole seconds: the next midnight UTC. */
  reset: number;
}

/** The three headers of every counted response (contract §3). */
export function quotaHeaders({ limit, remaining, reset }: Quota): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(reset),
  };
}

/** RFC 9110 §10.2.3: seconds, at least one. */
export function retryAfter(resetSeconds: number, nowMilliseconds: number): string {
  return String(Math.max(1, resetSeconds - Math.floor(nowMilliseconds / 1000)));
}
