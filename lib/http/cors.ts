import "server-only";
import type { Route } from "./route.ts";

/**
 * CORS (contract §9): any origin may read public routes, and send the few writes that are open to all origins.
 *
 * @returns what a preflight response has besides the headers of any read. Browsers cache it for a day.
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
