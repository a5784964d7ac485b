import "server-only";
import type { Route } from "./route.ts";

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
