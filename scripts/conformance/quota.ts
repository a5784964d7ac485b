import { header, send, type ConformanceResponse, type Payer } from "./client.ts";
import { expectBody, expectThat, isObject } from "./expect.ts";

export interface PayerQuota {
  tier: string;
  limit: number;
  remaining: number;
  reset: number;
}

/** A payer's quota; reading it is free. @throws Mismatch when the response has none. */
export async function readQuota(by: Payer = "caller"): Promise<PayerQuota> {
  const quota = expectBody(await send("/api/quota", { by }), 200);
  const isQuota =
    isObject(quota) &&
    ["public", "key", "account"].includes(String(quota["tier"])) &&
    ["limit", "remaining", "reset"].every((name) => Number.isInteger(quota[name]));
  expectThat("body of GET /api/quota", isQuota, quota, "tier, limit, remaining and reset");
  return quota as PayerQuota;
}

/** The three headers as sent. */
export function quotaHeadersOf(response: ConformanceResponse): (string | null)[] {
  return ["limit", "remaining", "reset"].map((name) => header(response, `x-ratelimit-${name}`));
}

/** Unix time, in seconds, of the midnight UTC after `milliseconds`. */
export function nextMidnight(milliseconds: number): number {
  const dayMilliseconds = 24 * 60 * 60 * 1000;
  return ((Math.floor(milliseconds / dayMilliseconds) + 1) * dayMilliseconds) / 1000;
}

/** Under `/api`, except `/api/auth` and `/api/health`. */
export function isMetered({ request: { path } }: ConformanceResponse): boolean {
  return /^\/api(\/|\?|$)/.test(path) && !/^\/api\/(auth|health)(\/|\?|$)/.test(path);
}

/** By these a person gets in, also when the day is used up. */
const entryPaths = /^\/api\/(accounts|account\/(link|passkey-options|password|reset|verify))$/;

/** Whether the contract counts the request (§3). */
export function isCounted(response: ConformanceResponse): boolean {
  const { method, path, headers } = response.request;
  const isPreflight = method === "OPTIONS" && "Access-Control-Request-Method" in headers;
  const isQuota = path === "/api/quota" && (method === "GET" || method === "HEAD") && response.status === 200;
  const isFree = response.status === 304 && headers["If-None-Match"] !== "*";
  const isEntry = method === "POST" && entryPaths.test(path) && response.status !== 401;
  return isMetered(response) && !isFree && !isPreflight && !isQuota && !isEntry;
}
