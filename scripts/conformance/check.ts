import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Answer, type Call, header, nameOf, send, settings, textOf } from "./client.ts";

let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (isInterrupted = true));
process.on("exit", () => {
  if (isInterrupted) process.exitCode = 130;
});

/** A check that can't run here, with the reason. */
export class NotCheckable extends Error {}

/** The checks of a section of the contract: `§4 Reads`. */
export function section(name: string, define: () => void): void {
  void describe(name, define);
}

/** A promise of the contract: fails with what `run` throws, and is skipped with its NotCheckable. */
export const check = checkUnless(false);
export const staffCheck = checkUnless(settings.staff === null && "needs CONFORMANCE_STAFF_EMAIL");
/** A check whose requests must reach the service itself. */
export const ownServerCheck = checkUnless(settings.isNext && "Next refuses it before this service sees it");

function checkUnless(skip: string | false) {
  return (promise: string, run: () => Promise<void> | void) =>
    void test(promise, { skip }, async (context) => {
      try {
        if (isInterrupted) throw new NotCheckable("interrupted");
        await run();
      } catch (error) {
        if (!(error instanceof NotCheckable)) throw error;
        context.skip(error.message);
      }
    });
}

/** Compares; a failure shows the difference under the name. */
export function same(name: string, actual: unknown, expected: unknown): void {
  assert.deepEqual({ [name]: actual }, { [name]: expected });
}

export function expectStatus(answer: Answer, status: number): void {
  same(`status of ${nameOf(answer)}`, answer.status, status);
}

/** The JSON of an answer with this status. */
export function bodyOf(answer: Answer, status = 200): unknown {
  expectStatus(answer, status);
  try {
    return JSON.parse(textOf(answer));
  } catch {
    throw new Error(`The body of ${nameOf(answer)} is no JSON: ${textOf(answer).slice(0, 300)}`);
  }
}

/** The JSON object of an error. */
export function errorOf(answer: Answer, status: number, error: string): Record<string, unknown> {
  const body = bodyOf(answer, status);
  assert(isObject(body), `body of ${nameOf(answer)}`);
  same(`"error" of ${nameOf(answer)}`, body["error"], error);
  expectHeader(answer, "Link", /rel="help"/);
  return body;
}

/** The paths of the issues of a 400, in alphabetical order. */
export function wrongFields(answer: Answer): string[] {
  const { issues } = errorOf(answer, 400, "Invalid request");
  assert(Array.isArray(issues), `issues of ${nameOf(answer)}`);
  return [...new Set(issues.map((issue) => (isObject(issue) ? String(issue["path"]) : "")))].sort();
}

/** @param expected the header's value, a pattern of it, or null when it must be absent. */
export function expectHeader(answer: Answer, name: string, expected: string | RegExp | null): void {
  const value = header(answer, name);
  if (expected instanceof RegExp) assert.match(value ?? "", expected, `${name} of ${nameOf(answer)}: ${value}`);
  else same(`${name} of ${nameOf(answer)}`, value, expected);
}

/** The names that a header lists, in lower case and alphabetical order. */
export function namesIn(answer: Answer, name: string): string {
  const names = (header(answer, name) ?? "").toLowerCase().split(",");
  return names
    .map((text) => text.trim())
    .sort()
    .join(" ");
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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
