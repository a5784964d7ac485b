import "server-only";
import type { Call } from "./request.ts";

/** Cross-origin rules of contract §9: anybody may read, but for what is private; nobody may write. */
const readable = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Retry-After, X-Request-Id",
};

/** What a browser is told before it asks; kept for a day. */
export const preflightHeaders = {
  ...readable,
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "Authorization, If-None-Match, Content-Type",
  "Access-Control-Max-Age": "86400",
};

export function crossOriginHeaders(method: string): Record<string, string> {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" ? readable : {};
}

/** A browser's question before a request (Fetch §3.3.2), not a person's OPTIONS. */
export function isPreflight({ method, header }: Pick<Call, "method" | "header">): boolean {
  return (
    method === "OPTIONS" && header("origin") !== undefined && header("access-control-request-method") !== undefined
  );
}
