import assert from "node:assert/strict";
import { bodyOf, isObject } from "./check.ts";
import { type Answer, type Call, header, send } from "./client.ts";

export interface Quota {
  tier: string;
  limit: number;
  remaining: number;
  reset: number;
}

/** The quota of who pays; reading it is free. @throws AssertionError when the response has none. */
export async function readQuota(by: Call["by"] = "caller"): Promise<Quota> {
  const quota = bodyOf(await send("/api/quota", { by }));
  assert(isObject(quota), "the body of GET /api/quota is an object");
  for (const name of ["limit", "remaining", "reset"]) assert(Number.isInteger(quota[name]), `${name} of the quota`);
  return quota as unknown as Quota;
}

/** The three headers as sent. */
export function quotaHeaders(answer: Answer): (string | null)[] {
  return ["limit", "remaining", "reset"].map((name) => header(answer, `x-ratelimit-${name}`));
}

/** Under `/api`, except `/api/auth` and `/api/health`. */
export function isMetered({ call: { path } }: Answer): boolean {
  return /^\/api(\/|\?|$)/.test(path) && !/^\/api\/(auth|health)(\/|\?|$)/.test(path);
}

/** Whether the contract counts the request (§3), for requests without a session. */
export function isCounted(answer: Answer): boolean {
  const { method, path, headers } = answer.call;
  const isPreflight = method === "OPTIONS" && "Access-Control-Request-Method" in headers;
  const isQuota = path === "/api/quota" && (method === "GET" || method === "HEAD") && answer.status === 200;
  const isFree = answer.status === 304 && headers["If-None-Match"] !== "*";
  return isMetered(answer) && !isFree && !isPreflight && !isQuota;
}
