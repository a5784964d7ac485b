import { z } from "zod";
import type { PayerQuota } from "./check.ts";
import { header, requestName, type ConformanceResponse, type Client, type Payer } from "./client.ts";
import { expectBody, expectSchema } from "./expect.ts";

const rateLimit = z.strictObject({
  tier: z.enum(["public", "key", "account"]),
  limit: z.int().min(1),
  remaining: z.int().min(0),
  reset: z.int(),
});

/** A payer's quota; reading it is free. @throws Mismatch when the response has none. */
export async function readQuota(client: Client, by: Payer = "caller"): Promise<PayerQuota> {
  const answer = await client.send("/api/quota", { by });
  return expectSchema(requestName(answer), expectBody(answer, 200), rateLimit);
}

/** The three headers as sent. */
export function quotaHeadersOf(answer: ConformanceResponse): (string | null)[] {
  return ["limit", "remaining", "reset"].map((name) => header(answer, `x-ratelimit-${name}`));
}

/** Unix time, in seconds, of the midnight UTC after `milliseconds`. */
export function nextMidnight(milliseconds: number): number {
  const dayMilliseconds = 24 * 60 * 60 * 1000;
  return ((Math.floor(milliseconds / dayMilliseconds) + 1) * dayMilliseconds) / 1000;
}

/** Under `/api`, except `/api/auth` and `/api/health`. */
export function isMetered({ asked: { path } }: ConformanceResponse): boolean {
  return /^\/api(\/|\?|$)/.test(path) && !/^\/api\/(auth|health)(\/|\?|$)/.test(path);
}

/** Whether the contract counts the request (§3). */
export function isCounted(answer: ConformanceResponse): boolean {
  const { method, path, headers } = answer.asked;
  const isPreflight = method === "OPTIONS" && "Access-Control-Request-Method" in headers;
  const isQuota = path === "/api/quota" && (method === "GET" || method === "HEAD") && answer.status === 200;
  return isMetered(answer) && answer.status !== 304 && !isPreflight && !isQuota;
}
