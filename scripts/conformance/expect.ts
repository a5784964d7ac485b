import { isDeepStrictEqual } from "node:util";
import { header, requestName, responseText, type ConformanceResponse } from "./client.ts";

/** The service violates the contract. */
export class Mismatch extends Error {
  constructor(
    /** What was checked. */
    readonly what: string,
    readonly actual: unknown,
    readonly expected: unknown,
  ) {
    super(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
  }
}

/** A check that can't run here, with the reason. */
export class NotCheckable extends Error {}

export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) throw new Mismatch(what, actual, expected);
}

/** @param expected in words. */
export function expectThat(what: string, isSo: boolean, actual: unknown, expected: string): void {
  if (!isSo) throw new Mismatch(what, actual, expected);
}

export function expectStatus(response: ConformanceResponse, status: number): void {
  expectSame(`status of ${requestName(response)}`, response.status, status);
}

/** The JSON of a response with this status. */
export function expectBody(response: ConformanceResponse, status: number): unknown {
  expectStatus(response, status);
  try {
    return JSON.parse(responseText(response));
  } catch {
    throw new Mismatch(`body of ${requestName(response)}`, responseText(response), "JSON");
  }
}

/** The members of an error's body. */
export function expectError(response: ConformanceResponse, status: number, error: string): Record<string, unknown> {
  const body = expectBody(response, status);
  expectThat(`body of ${requestName(response)}`, isObject(body), body, "a JSON object");
  const members = body as Record<string, unknown>;
  expectSame(`"error" of ${requestName(response)}`, members["error"], error);
  const links = header(response, "link");
  expectThat(`Link of ${requestName(response)}`, links?.includes('rel="help"') === true, links, "a link to the guide");
  return members;
}

/** @param expected the header's value, a pattern of it, or null when it must be absent. */
export function expectHeader(response: ConformanceResponse, name: string, expected: string | RegExp | null): void {
  const value = header(response, name);
  const isSo = expected instanceof RegExp ? expected.test(value ?? "") : value === expected;
  if (!isSo) throw new Mismatch(`${name} of ${requestName(response)}`, value, String(expected));
}

/** @param names that a header lists, in lower case and alphabetical order. */
export function expectNames(response: ConformanceResponse, name: string, names: readonly string[]): void {
  const listed = (header(response, name) ?? "").split(",").map((one) => one.trim().toLowerCase());
  expectSame(`${name} of ${requestName(response)}`, listed.sort(), names);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const maxShown = 300;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
