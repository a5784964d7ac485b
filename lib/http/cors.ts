import "server-only";
import type { Route } from "./route.ts";

/** CORS headers of contract §9: any origin may read public routes; no other origin may write. */
const exposed = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Retry-After, X-Request-Id, Link";
export const readable = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed };
export const readableStrict = {
  ...readable,
  "Access-Control-Expose-Headers": `${exposed}, X-Total-Count, RateLimit-Policy, RateLimit`,
};

/**
 * What a preflight response has besides the headers of any read; browsers cache it for a day. Other origins may also send
 * the writes that are open to them.
 */
export function preflightHeadersOf(route: Route | null): Record<string, string> {
  if (route?.isPrivate) return {};
  const open = Object.entries(route?.operations ?? {}).filter(([, operation]) => operation.isOpenToOrigins);
  return {
    "Access-Control-Allow-Methods": ["GET", "HEAD", "OPTIONS", ...open.map(([method]) => method)].join(", "),
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, Content-Type",
    "Access-Control-Max-Age": "86400",
  };
}
